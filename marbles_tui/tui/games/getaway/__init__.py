"""Gary's Great Getaway on the screen, and the workshop for its boards."""
