"""First lessons on the screen: what stands around the board."""
