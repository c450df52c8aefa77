"""The pages of the arcade: lists, and what is pointed at beside them."""
