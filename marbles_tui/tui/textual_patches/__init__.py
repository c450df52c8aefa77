"""What the arcade mends in Textual: each file says what is wrong, in which version, and how it shows.

Nothing else in the arcade overrides what Textual keeps private. What is to be filed about each of them lies in
docs/upstream/. A mend that a newer version makes needless is deleted.
"""
