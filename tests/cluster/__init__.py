"""Houses in several processes."""
