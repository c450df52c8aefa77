"""The five games for learning agents, as PettingZoo environments and as OpenSpiel games. Takes the extra `research`.

Each game has a module named as PettingZoo's are, `abacus_v0` and so on, with `env`, `raw_env` and `parallel_env`;
importing `spiel` registers `python_marbles_abacus` and the others with OpenSpiel. The module `actions`
tells how both number them, `observations` what both see.
"""
