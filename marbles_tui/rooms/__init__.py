"""People on different machines: who is here, what they offer each other, and the matches they play. No screen, no
network: a face enters by a `Visit`, and everything happens in one event loop."""
