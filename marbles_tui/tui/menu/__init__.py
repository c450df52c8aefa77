"""What the menu is made of."""
