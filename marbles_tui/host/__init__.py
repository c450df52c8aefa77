"""The arcade for people elsewhere: each who comes by SSH plays in a terminal of their own, all in one process."""
