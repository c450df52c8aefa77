"""The screen of boards: one, for whatever is done at one."""
