"""What the computers of each game do beside the common search."""
