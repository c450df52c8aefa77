"""What each game is on the screen."""
