"""The command line: all that the screens do with games and records, without a screen. One file a command."""
