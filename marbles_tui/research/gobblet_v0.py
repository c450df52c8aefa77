"""`gobblet` as PettingZoo environments."""

from marbles_tui.research.aec import environments

env, raw_env, parallel_env = environments("gobblet")
