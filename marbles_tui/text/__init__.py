"""The arcade as plain lines: no cursor movement, no colour; for screen readers, teletypes and scripts."""
