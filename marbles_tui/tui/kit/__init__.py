"""What screens are made of: the canvas, scenes on it, and the widgets that show them."""
