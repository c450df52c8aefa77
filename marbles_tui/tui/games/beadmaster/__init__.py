"""BeadMaster on the screen."""
