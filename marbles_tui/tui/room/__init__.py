"""The match screen at a table whose players are on different machines."""
