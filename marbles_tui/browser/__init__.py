"""The arcade in a browser's own memory: Python runs in the page, and no server plays along."""
