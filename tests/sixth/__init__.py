"""A sixth game, added by the steps of CONTRIBUTING and nothing else."""
