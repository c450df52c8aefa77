"""Who is known in the house: accounts, their names and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from secrets import choice, token_hex
from time import localtime, strftime
from typing import Final

from marbles_tui.core.text import sentence
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.names import checked, is_reserved, skeleton

CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What codes are made of: nothing that looks like something else."""

MOST_MUTES: Final = 500
"""People whom one account can have muted."""

GUEST: Final = "Guest"


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody: by their key for ever, or for one visit only. Two are equal that have the same id."""

    id: str
    name: str = field(compare=False)
    keyed: bool = field(default=True, compare=False)
    """Whether a key belongs to it; who has none takes no rated seat, and is forgotten on leaving."""

    named: bool = field(default=True, compare=False)
    """Whether they have chosen their name."""

    owner: bool = field(default=False, compare=False)
    """Whether they may close games, mute and ban."""


@dataclass(frozen=True, slots=True)
class Ban:
    """Why somebody, or an address, may not come in, and for how long."""

    since: float = 0.0
    until: float | None = None
    """Both in seconds since 1970; None for good."""

    reason: str = ""

    def holds(self, now: float) -> bool:
        """Whether it still counts."""
        return self.until is None or now < self.until

    def told(self, whose: str) -> str:
        """The sentence for a refused visitor; `whose`: "You are", or "Your address is"."""
        until = strftime(" until %d %B, %H:%M %Z", localtime(self.until)) if self.until is not None else ""
        return sentence(f"{whose} banned here{until}{f': {self.reason}' if self.reason else ''}")


@dataclass(slots=True)
class KnownAccount:
    """All that is kept of an account."""

    account: Account
    keys: tuple[str, ...] = ()
    """The fingerprints of its keys."""

    ban: Ban | None = None
    muted: bool = False
    mutes: frozenset[str] = frozenset()
    """The accounts that it does not want to hear."""


def new_id() -> str:
    """An id that no other thing has."""
    return token_hex(6)


def id_of_key(fingerprint: str) -> str:
    """The id of the account that comes with a key: always the same, 96 bits of a hash of its fingerprint."""
    return sha256(fingerprint.encode()).hexdigest()[:24]


def new_code(letters: int = 8) -> str:
    """A code that cannot be guessed, to be read out and typed."""
    return "".join(choice(CODE_LETTERS) for _ in range(letters))


def merged(before: KnownAccount, ours: KnownAccount, theirs: KnownAccount) -> KnownAccount:
    """Three-way merge of an account that two processes have changed; on conflict `theirs` wins."""
    old, mine, other = before.account, ours.account, theirs.account
    account = replace(
        other,
        name=mine.name if other.name == old.name else other.name,
        named=mine.named if other.named == old.named else other.named,
        owner=mine.owner if other.owner == old.owner else other.owner,
    )
    keys = [key for key in theirs.keys if key in ours.keys or key not in before.keys]
    added = [key for key in ours.keys if key not in before.keys and key not in keys]
    return KnownAccount(
        account,
        (*keys, *added),
        ours.ban if theirs.ban == before.ban else theirs.ban,
        ours.muted if theirs.muted == before.muted else theirs.muted,
        (theirs.mutes | (ours.mutes - before.mutes)) - (before.mutes - ours.mutes),
    )


class Accounts:
    """The accounts of the house, by id, key and name."""

    def __init__(self) -> None:
        self.taken: tuple[str, ...] = ()
        """Names that nobody may have, besides the reserved ones."""

        self.keep: Callable[[KnownAccount], object] = lambda _: None
        """Called with what has changed of an account that is to be kept."""

        self.introduce: Callable[[KnownAccount], object] = lambda _: None
        """Called with what has changed of an account that is only to be known as long as it is here."""

        self.most_keys = 10
        """Keys of one account."""

        self._known: dict[str, KnownAccount] = {}
        self._by_key: dict[str, str] = {}
        self._by_name: dict[str, str] = {}
        self._kept: set[str] = set()
        self._before: dict[str, KnownAccount] = {}  # as they are kept, as far as this process knows

    def learn(self, theirs: KnownAccount, kept: bool = True) -> None:
        """Take in an account as it is kept now, or (not `kept`) known to another process for the time of a visit;
        what was changed here meanwhile and is not kept yet is still to be."""
        id = theirs.account.id
        ours, before = self._known.get(id), self._before.get(id)
        if ours:
            self._take_out(ours)
            joined = merged(before, ours, theirs) if before else theirs
            ours.account, ours.keys, ours.mutes = joined.account, joined.keys, joined.mutes
            ours.ban, ours.muted = joined.ban, joined.muted
        known = self._known.setdefault(id, theirs)
        self._by_key |= dict.fromkeys(known.keys, id)
        self._by_name[skeleton(known.account.name)] = id
        if kept:
            self._kept.add(id)
            self._before[id] = replace(theirs)

    def forget(self, id: str) -> None:
        """Nothing is kept any more of an account."""
        known = self._known.pop(id, None)
        self._kept.discard(id)
        self._before.pop(id, None)
        if known:
            self._take_out(known)

    def was_kept(self, known: KnownAccount) -> None:
        """An account is kept as it was then."""
        self._before[known.account.id] = known

    def give_back(self, known: KnownAccount) -> None:
        """Take back what somebody else was given first: the account is as it was, or called as guests are."""
        before, account = self._before.get(known.account.id), known.account
        self._take_out(known)
        name = before.account.name if before else self._guest_name()
        known.account = replace(account, name=name, named=bool(before and before.account.named))
        known.keys = before.keys if before else known.keys
        self._by_name[skeleton(name)] = account.id
        self._by_key |= dict.fromkeys(known.keys, account.id)

    def _take_out(self, known: KnownAccount) -> None:
        id, name = known.account.id, skeleton(known.account.name)
        if self._by_name.get(name) == id:
            del self._by_name[name]
        for key in known.keys:
            if self._by_key.get(key) == id:
                del self._by_key[key]

    def __iter__(self) -> Iterator[KnownAccount]:
        return iter(tuple(self._known.values()))

    def find(self, id: str) -> Account | None:
        """The account of an id."""
        known = self._known.get(id)
        return known.account if known else None

    def known(self, account: Account | str) -> KnownAccount:
        """All that is kept of an account, which is known."""
        return self._known[account if isinstance(account, str) else account.id]

    def of_key(self, fingerprint: str) -> Account | None:
        """The account that a key belongs to."""
        return self.find(self._by_key.get(fingerprint, ""))

    def named(self, name: str) -> Account | None:
        """The account whose name is, or looks like, this one."""
        return self.find(self._by_name.get(skeleton(name), ""))

    def arrive(self, fingerprint: str | None, owner: bool = False) -> Account:
        """The account of a key, a new one where the key is new; a guest's where there is no key. A new one has no
        name of its own yet; with a key it has the same id whenever it comes, also if it was forgotten meanwhile."""
        account = self.of_key(fingerprint) if fingerprint else None
        if account is None:
            id = id_of_key(fingerprint) if fingerprint else new_id()
            id = new_id() if id in self._known else id
            account = Account(id, self._guest_name(), keyed=bool(fingerprint), named=False)
            known = KnownAccount(account, (fingerprint,) if fingerprint else ())
            self._known[account.id] = known
            self._by_name[skeleton(account.name)] = account.id
            if fingerprint:
                self._by_key[fingerprint] = account.id
        if owner and not account.owner:
            account = self._put(replace(account, owner=True))
        return account

    def part(self, account: Account) -> bool:
        """Forget an account that nothing is kept of; whether it is forgotten."""
        if account.id not in self._known or account.id in self._kept:
            return False
        self.forget(account.id)
        return True

    def settle(self, account: Account) -> None:
        """Keep an account with a key from now on, also if it has not chosen a name."""
        if account.keyed:
            self._save(self.known(account))

    def rename(self, account: Account, text: str) -> Account:
        """Give an account a name. Raises Refused for one that is taken, or looks like one that is."""
        name = self.check_name(account, text)
        self._by_name.pop(skeleton(self.known(account).account.name), None)
        self._by_name[skeleton(name)] = account.id
        return self._put(replace(self.known(account).account, name=name, named=True))

    def check_name(self, account: Account, text: str) -> str:
        """A name as an account may have it. Raises Refused for one that is taken, or looks like one that is."""
        name = checked(text)
        holder = self.named(name)
        if holder and holder.id != account.id:
            same = name.casefold() == holder.name.casefold()
            raise Refused(
                f"{name} is taken." if same else f"{name} looks like {holder.name}, who is known here."
            )
        if is_reserved(name, self.taken):
            raise Refused(f"{name} would be taken for somebody else here.")
        return name

    def add_key(self, account: Account, fingerprint: str) -> None:
        """Let another key open an account; a new key's own account is given up for it. Raises Refused."""
        known, before = self.known(account), self.of_key(fingerprint)
        if before and (before.named or before.id in self._kept):
            raise Refused(f"This key belongs to {before.name} already.")
        if len(known.keys) >= self.most_keys:
            raise Refused(f"{account.name} has {self.most_keys} keys already.")
        if before:
            self.known(before).keys = ()
            self.introduce(self.known(before))
        self._by_key[fingerprint] = account.id
        known.keys = (*known.keys, fingerprint)
        self._save(known)

    def ban(self, account: Account, ban: Ban | None) -> None:
        """Refuse an account's keys from now on, or (None) let them in again."""
        self.known(account).ban = ban
        self.settle(account)

    def is_kept(self, account: Account) -> bool:
        """Whether more is known of an account than that it is here."""
        return account.id in self._kept

    def silence(self, account: Account, muted: bool = True) -> None:
        """Let nobody hear an account, or let them hear it again."""
        self.known(account).muted = muted
        self.settle(account)

    def mute(self, account: Account, other: str, muted: bool = True) -> None:
        """Keep an account from hearing another, or let it hear it again. Raises Refused where it hears hardly
        anybody any more."""
        known = self.known(account)
        if muted and len(known.mutes) >= MOST_MUTES:
            raise Refused(f"You have muted {MOST_MUTES} people already.")
        known.mutes = known.mutes | {other} if muted else known.mutes - {other}
        self.settle(account)

    def _put(self, account: Account) -> Account:
        """An account is so from now on."""
        known = self.known(account)
        known.account = account
        if account.keyed:
            self._save(known)
        else:
            self.introduce(known)
        return account

    def _save(self, known: KnownAccount) -> None:
        self._kept.add(known.account.id)
        self.keep(known)

    def _guest_name(self) -> str:
        number = 1
        while skeleton(f"{GUEST} {number}") in self._by_name:
            number += 1
        return f"{GUEST} {number}"
