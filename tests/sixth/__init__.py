"""A sixth game, added by the six steps of CONTRIBUTING and nothing else."""
