"""The games for learning agents, as PettingZoo environments and as OpenSpiel games. Takes the extra `research`.

Each has a module named as PettingZoo's are, such as `abacus_v0`; importing `spiel` registers `python_marbles_abacus`
and the others. Both number actions as `actions` tells, and see what `observations` tells.
"""
