"""The screens of the arcade."""
