"""The lobby: who is there, what is offered, what is played."""
