"""The rollouts of one task that are rewarded together: each waits until the last one is judged.

verl starts the rollouts of a task in one process, one right after the other, and each runs until it
first has to wait for something. So all have joined by then, and those that have are the whole group.
"""

import asyncio

from group_rewards import group_rewards

_open_groups = {}


class RolloutGroup:
    """A group that is open until every rollout that joined is judged, or has failed."""

    def __init__(self, name):
        self.name = name
        self.n_members = 0
        self.n_over = 0
        self.passed = []
        self.is_over = asyncio.Event()

    @classmethod
    def join(cls, name):
        """Joins the open group of this name. Nothing may be awaited by a rollout before it joins."""
        group = _open_groups.setdefault(name, cls(name))
        group.n_members += 1
        return group

    def leave(self):
        """Goes without a verdict, since the rollout failed: the others are rewarded among themselves."""
        self._end_one()

    async def reward(self, passed, keep):
        """The reward of a rollout that has this verdict, once all are judged."""
        place = len(self.passed)
        self.passed.append(passed)
        self._end_one()
        await self.is_over.wait()
        return group_rewards(self.passed, keep)[place]

    def _end_one(self):
        self.n_over += 1
        if self.n_over == self.n_members:
            del _open_groups[self.name]
            self.is_over.set()
