"""The menu: the games, the board of the one pointed at, and what else there is to do."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.compose import compose
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.core import Game
from marbles_tui.core.text import capitalized, sanitize_line
from marbles_tui.tui.arcade_screen import ArcadeScreen, HelpTopic
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.lines import Cell, Key, KeyLine, Row, date_words
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit_app import Kit

if TYPE_CHECKING:
    from marbles_tui.table.demo import DemoMatch
    from marbles_tui.table.season import Seasons
    from marbles_tui.tui.kit.lettering import Lettering, Title
    from marbles_tui.tui.kit.shelf import SmallBoard
    from marbles_tui.tui.pages.menu_links import GameNote, MenuLink

BEAT: Final = 0.4
"""Seconds between two instants of the game that is shown: it is played softly."""

REST: Final = 3
"""Beats between two plies."""

INSTANTS: Final = 8
"""The most instants of a ply that are shown."""

OPENING: Final = 10
"""Plies that have been played when a board is first seen."""

LONGEST_NAME: Final = 40

VAST, HIGH = 180, 52
"""Columns and rows of a window from which on it is larger than usual."""

EMBLEMS: Final = ((46, 8, 22), (34, 4, 16), (24, 3, 12))
"""Columns and rows of an entry from which on its emblem has so many columns, the empty ones beside it included."""

TITLES: Final = 18
"""Columns of an entry's title where what is behind it stands beside that."""


@lru_cache(maxsize=128)
def emblem(game: str, look: Look, width: int, height: int) -> Sequence[Strip]:
    """What a game is known by, in lines; drawn once for all guests."""
    canvas = VIEWS[game].emblem(width, height, look)
    return tuple(canvas.strip(y) for y in range(height))


class Pictured(Row):
    """Lines beside what a game is known by; of that nothing is drawn before the first paint."""

    def __init__(self, card: Card, *lines: Sequence[Cell]) -> None:
        super().__init__(*lines)
        self._card = card

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """Words in the middle, the picture as high as the place."""
        rows, indent = height or 1, self._card.indent
        room = max(0, width - indent)
        words = super().render_strips(room, rows, style, options)
        top = (rows - len(words) + 1) // 2
        blank = Strip.blank(room, style.rich_style)
        lines = [*[blank] * top, *words, *[blank] * rows][:rows]
        if not indent:
            return lines
        picture = self._card.emblem(indent - 2, rows, style)
        gap = Strip.blank(1, style.rich_style)
        return [
            Strip.join([gap, picture[y] if picture else Strip.blank(indent - 2, style.rich_style), gap, line])
            for y, line in enumerate(lines)
        ]


class Card(Widget, can_focus=True):
    """An entry of the menu: a game, or a link to something else. The one with the focus is that which Enter opens."""

    @dataclass
    class Opened(Message):
        """It was clicked."""

        card: Card

    app: Kit

    def __init__(self, number: int, game: Game | None = None, link: MenuLink | None = None) -> None:
        super().__init__(classes="link" if link else "")
        self.number, self.game, self.link = number, game, link
        self.told = ""
        """What is told of a game, when that has been looked up."""
        self.has_emblem = False

    def on_enter(self) -> None:
        """Whatever the mouse points at is picked."""
        self.focus(scroll_visible=False)

    def on_click(self, event: events.Click) -> None:
        """Open it."""
        event.stop()
        self.focus()
        self.post_message(self.Opened(self))

    def show(self, link: MenuLink) -> None:
        """Tell what is behind it now."""
        if self.link != link:
            self.link = link
            self.refresh()

    @property
    def shown(self) -> Game | None:
        """The game that it is about; None for a link to none."""
        if self.link:
            return self.app.game(self.link.game) if self.link.game else None
        return self.game

    # Drawing

    @property
    def indent(self) -> int:
        """Columns for the emblem: none in signs, or where there is no room."""
        look = self.app.look
        if not (look.filled and look.skin.shaded) or (
            self.link and (not self.link.game or self.content_size.height < 7)
        ):
            return 0
        width, height = self.content_size
        return next((room for least, rows, room in EMBLEMS if width >= least and height >= rows), 0)

    def emblem(self, width: int, height: int, style: Style) -> Sequence[Strip]:
        """The emblem on the ground of a style; nothing before the first paint."""
        if not self.has_emblem or not self.shown or not style.background:
            return []
        ground = style.background
        look = self.app.look.on(ground.r << 16 | ground.g << 8 | ground.b)
        return emblem(self.shown.key, look, width, height)

    def render(self) -> Pictured:
        """A game: number, name, what is told of it. A link: key, title, what is behind it and how that stands, in as
        many words as fit."""
        picked, (width, height) = self.has_class("-picked"), self.content_size
        arrow = Cell("▶" if picked else "", 1, "bold $accent")
        ink = "bold $foreground"
        if self.game:
            name = self.game.name.upper()
            told = self.told if width >= 28 else "Enter: play" if picked else ""
            head = (Cell(str(self.number), 2, "bold $accent"), Cell(name, 0, ink), arrow)
            return Pictured(self, head, (Cell("", 2), Cell(told, 0, "" if picked else "$text-muted")))
        assert self.link
        link = self.link
        key = Cell(link.key, 2, "bold $accent")
        if height < 3:
            wide = TITLES if link.line(width - TITLES - 4) else len(link.title) + 1
            line = Cell(link.line(width - wide - 4), 0, "" if picked else "$text-muted")
            return Pictured(self, (key, Cell(link.title, wide, ink), line, arrow))
        first, second = link.lines(width - self.indent - 2)
        lines = (Cell("", 2), Cell(first)), (Cell("", 2), Cell(second, 0, "$text-muted"))
        return Pictured(self, (key, Cell(link.title, 0, ink), arrow), *lines)


class Menu(ArcadeScreen[None]):
    """Choose a game and play, or go on where you left."""

    AUTO_FOCUS = "Card"
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  (as in the base)
        (0, "-tiny"), (60, "-slim"), (76, "-narrow"), (110, "-wide"), (VAST, "-vast"),
    ]  # fmt: skip
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-low"), (18, "-short"), (23, "-usual"), (34, "-tall"), (HIGH, "-high"),
    ]  # fmt: skip

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)", "Up", show=False, id="menu.up"),
        Binding("down", "choose(1)", "Down", show=False, id="menu.down"),
        Binding("left", "beside(-1)", "Left", show=False, id="menu.left"),
        Binding("right", "beside(1)", "Right", show=False, id="menu.right"),
        Binding("enter,space", "enter", "Play", show=False, id="menu.play"),
        *(Binding(str(at), f"play({at})", f"Play {at}", show=False, id=f"menu.{at}") for at in range(1, 10)),
        Binding("c", "resume", "Continue", id="menu.resume"),
        Binding("d", "daily", "Today's puzzle", id="menu.daily"),
        Binding("u,D", "puzzles", "Puzzles", id="menu.puzzles"),
        Binding("p", "together", "Play together", id="menu.together"),
        Binding("e", "season", "Season", id="menu.season"),
        Binding("f", "lessons", "First lessons", id="menu.lessons"),
        Binding("l", "app.page('library')", "Library", id="menu.library"),
        Binding("t", "app.page('statistics')", "Statistics", id="menu.statistics"),
        Binding("s", "app.page('settings')", "Settings", id="menu.settings"),
        Binding("q", "app.quit", "Quit", id="menu.quit"),
    ]

    app: Kit

    def __init__(self, unseen: bool = False, played: str = "") -> None:
        """`unseen`: another screen is opened above it at once, so what it shows is made when that is left; `played`:
        where that is a table, the key of its game."""
        super().__init__(classes="menu")
        self._unseen = unseen
        self.board: SmallBoard | None = None
        """The board that is shown; None before the first paint, as is the title."""
        self._title: Title | None = None
        self._lettering: Lettering | None = None
        self.notes: Mapping[str, GameNote] = {}
        """What is told of the games, by their keys."""
        self._picked: Card | None = None
        self._demos: dict[str, DemoMatch] = {}
        self._film: deque[object] = deque()
        self._touched = monotonic()
        self._left: MenuLink | None = None
        self.played = played
        """The key of the game of the table that was opened last; "" once that was left, and all is read anew."""
        self._new_here: bool | None = None
        self._daily: MenuLink | None = None
        self._seasons: Seasons | None = None

    def compose(self) -> ComposeResult:
        """Title, games, keys; what else there is comes after the first paint, where room is kept for it."""
        if self._unseen:
            return
        self._make_room()
        if self._is_unusual:
            self._read_more()
        with Horizontal(id="head"):
            yield Static(self._who(), id="who")
        with Horizontal(id="body"):
            with Vertical(id="games"):
                for number, game in enumerate(self.app.games, 1):
                    yield Card(number, game)
            yield Container(id="stage")
        yield Container(id="links")
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin, unless it is not seen yet."""
        if self.query(KeyLine):
            self._begin()

    def _begin(self) -> None:
        """Say what can be done; after the first paint, show the board and let it live."""
        self._show_keys()
        if self.app.face.lively:
            self.tick(BEAT, self._live)

    # What is there

    @property
    def cards(self) -> list[Card]:
        """The games, then the links."""
        places = (self.query_one("#games"), self.query_one("#links"))
        return [card for place in places for card in place.children if isinstance(card, Card)]

    def _card_of(self, game: str) -> Card | None:
        """The card of a game, by its key."""
        return next((card for card in self.cards if card.game and card.game.key == game), None)

    @property
    def picked(self) -> Card:
        """The game or the link that Enter opens."""
        return self._picked if self._picked and self._picked.is_attached else self.query_one(Card)

    @property
    def links(self) -> list[MenuLink]:
        """The links there are now."""
        return [card.link for card in self.cards if card.link]

    def _who(self) -> Content:
        wide = self.app.size.width >= 100
        day = date_words(self.app.today(), self.app.settings.dates, brief=not wide, weekday=True)
        visit = self.app.visit
        name = visit.account.name if visit else self.app.settings.name or "You"
        return Content.assemble(
            (sanitize_line(name, LONGEST_NAME), "bold $foreground"), (f"\n{day}", "$text-muted")
        )

    def _show_who(self) -> None:
        who = self._who()
        if self.query_one("#who", Static).content != who:
            self.query_one("#who", Static).update(who)

    def _show_keys(self) -> None:
        games = len(self.app.games)
        choose = "arrows" if self.app.look.skin.plain else "↑↓"
        width = self.app.size.width
        told = any(link.key == "e" for link in self.links)  # the season has an entry of its own
        season = self._plays_seasons and not (told and width < 100)
        full = season and 72 <= width < 100  # what Enter does there is said by the mark beside the one picked
        self.query_one(KeyLine).keys = (
            *([Key(choose, "choose")] if width >= 100 else []),
            *([] if full else [Key("enter", "open" if self.picked.link else "play", "screen.enter")]),
            *([Key(f"1-{games}", "pick a game")] if width >= 120 else []),
            *([Key("e", "season", "screen.season")] if season else []),
            *([Key("u", "puzzles", "screen.puzzles")] if width >= 72 and self._has_puzzles else []),
            Key("l", "library", "app.page('library')"),
            *([Key("t", "statistics", "app.page('statistics')")] if width >= 72 else []),
            *([Key("s", "settings", "app.page('settings')")] if width >= 72 else []),
            Key("q", "quit", "app.quit", kept=True),
            Key("?", "help" if width >= 72 else "all keys", "app.help"),
        )

    @property
    def _has_puzzles(self) -> bool:
        """Whether any game has some; so they are said to before that is looked up."""
        return self._daily is not None or self._seasons is None

    @property
    def _plays_seasons(self) -> bool:
        """The same of a season, which takes a game that a computer plays."""
        return self._seasons is None or bool(self._seasons.now.fixtures)

    def _make_room(self) -> None:
        """A smaller title, where a longer list keeps its emblems by that."""
        self.set_class(3 * len(self.app.games) > self.app.size.height - 8, "-many")

    async def on_screen_resume(self) -> None:
        """Say what can be gone on with and how far the player has come; be patient anew."""
        if self._unseen:
            return
        if not self.query(KeyLine):
            await self.mount(*compose(self))
            if card := self._card_of(self.played):
                card.focus()
            self._begin()
        self._touch()
        self._show_who()
        # Only the first paint is not to wait for that; below a question all is drawn with it.
        later = self.call_after_refresh if self.app.screen is self else self.call_later
        later(self._look_up)

    async def _look_up(self) -> None:
        """Read what is told, and draw it at once with what comes after the first paint."""
        self._reading = self._read()
        if self._title is None:
            await self._light()

    @work(exclusive=True, group="links")
    async def _read(self) -> None:
        from marbles_tui.table.season import seasons_of
        from marbles_tui.tui.pages.menu_links import continue_link, daily_link, notes_of

        games, name = self.app.games, self.app.settings.name
        self._left = await self.app.store.ask(lambda store: continue_link(store, games, name))
        today = self.app.utc_today()
        self._daily = await self.app.store.ask(lambda store: daily_link(store, games, today))
        self._seasons = await self.app.store.ask(seasons_of(games))
        await self._show_links()
        self._show_keys()
        self.notes = await self.app.store.ask(notes_of(name, games))
        for card in self.cards:
            if card.game and card.told != self.notes[card.game.key].line:
                card.told = self.notes[card.game.key].line
                card.refresh()
        self._show_words()
        if self.played and self.is_current:
            if self._left and self._left.game == self.played:
                self._pick_resume()
            self.played = ""
        if self._new_here is None:
            self._new_here = all(note.never for note in self.notes.values())
            if self._new_here and self.links[0].action == "lessons" and self.picked is self.cards[0]:
                self.set_focus(self.cards[len(games)])

    def _links(self) -> list[MenuLink]:
        from marbles_tui.tui.pages.menu_links import lessons_link, season_link, together_link

        settings, seasons = self.app.settings, self._seasons
        first = lessons_link(settings.lessons, self.app.games) if settings.hints else None
        if seasons and self._plays_seasons and not (first and seasons.now.is_new):
            first = season_link(seasons)  # there is room for one of the two
        together = together_link(self.app.visit, self.app.face.place != "page")
        # What may come and go stands last, so that nothing else ever changes its place.
        return [link for link in (first, self._daily, together, self._left) if link]

    async def _show_links(self) -> None:
        """Show them; one that is picked stays picked as long as it is there."""
        links, cards = self._links(), [card for card in self.cards if card.link]
        kept = {card.link.key: card for card in cards if card.link}
        if list(kept) == [link.key for link in links]:
            for link in links:
                kept[link.key].show(link)
            return
        before, place = self.picked, self.query_one("#links")
        at = cards.index(before) if before in cards else -1
        self._read_more()
        if before.link:
            self.set_focus(None)  # else a game has it for a moment, and its board stays
        await place.remove_children()
        made = [Card(0, link=link) for link in links]
        for card in made:
            card.has_emblem = True
        await place.mount(*made)
        if before.link:
            same = next((card for card in made if card.link and card.link.key == before.link.key), None)
            # Once a game that was gone on with is over, there is nothing to go on with.
            over = self._card_of(before.link.game) if before.link.action == "resume" else None
            (same or over or made[min(at, len(made) - 1)]).focus()

    async def heard(self) -> None:
        """Something has changed among the others in the house; most of it is not seen here."""
        if self.is_current and self.query("#who"):
            self._show_who()
            if self.links and self._links() != self.links:
                await self._show_links()
                self._show_words()

    def on_screen_suspend(self) -> None:
        """Stand still while another screen lies above."""
        self._unseen = False
        self._land()

    def dress(self) -> None:
        """Name as many keys as there is room for."""
        if self.query(KeyLine):
            self._make_room()
            self._show_keys()
            self._show_who()

    on_resize = dress

    # The board that is shown

    @property
    def _is_unusual(self) -> bool:
        """Whether more styles are needed for the first paint."""
        width, height = self.app.size
        return not self.app.look.filled or self.is_portrait or width >= VAST or height >= HIGH

    def _read_more(self) -> None:
        """Read the styles that a usual window does not need for its first paint, before what they are for comes."""
        styles, more = self.app.stylesheet, Path(__file__).with_name("menu_more.tcss")
        if styles.has_source(str(more)):
            return
        styles.read(more)
        styles.parse()  # else not before a widget of a new kind comes
        if self._is_unusual:  # the window may have become so since
            styles.update(self)

    async def _light(self) -> None:
        """Let the title drop in, and show a match that has begun, always the same one."""
        from marbles_tui.tui.kit.lettering import Lettering, Title
        from marbles_tui.tui.kit.shelf import SmallBoard

        self.draw_together()
        self._read_more()
        title = self._title = Title()
        await self.query_one("#head").mount(title, before=0)
        if self.lively:
            title.drop()
        else:
            title.land()
        captions, blurb = Static(id="captions", markup=False), Static(id="blurb", markup=False)
        await self.query_one("#stage").mount(
            name := Lettering(), captions, blurb, board := SmallBoard(), Static(id="facts", markup=False)
        )
        self.board, self._lettering = board, name
        for card in self.cards:
            card.has_emblem = True
            card.refresh()
        self._show_picked()

    def _land(self) -> None:
        if self._title:
            self._title.land()

    def _demo(self, game: Game) -> DemoMatch:
        if game.key not in self._demos:
            from marbles_tui.table.demo import DemoMatch  # not for the first paint

            demo = self._demos[game.key] = DemoMatch(game, Random(f"menu {game.key}"))
            demo.stray(OPENING)
        return self._demos[game.key]

    async def _live(self) -> None:
        """A beat: the next instant of the ply that is shown, or the next ply."""
        if not self.lively:
            self._touch()
            return
        if self.app.settings.idle and monotonic() - self._touched >= self.app.settings.idle:
            self.show_games()
            return
        game = self.picked.game
        if not game:  # the board behind a link stands still
            return
        from marbles_tui.table.demo import instants  # not for the first paint

        if not self._film:
            _, happened = self._demo(game).ply()
            self._film.extend(instants(happened, INSTANTS))
            self._film.extend([None] * REST)
        board = self._film.popleft()
        if board is not None and self.board:
            self.board.show(game, board)

    @work(exclusive=True, group="show")
    async def show_games(self) -> None:
        """Let computers play, on a screen of its own, unless somebody comes meanwhile."""
        from marbles_tui.tui.pages.attract import attract

        self._touch()
        games = self.app.games
        show = await attract(self.app, games.index(self.picked.game) if self.picked.game else len(games) - 1)
        if self.is_current:
            self.app.push_screen(show)

    def _touch(self) -> None:
        self._touched = monotonic()

    on_mouse_move = on_mouse_scroll_up = on_mouse_scroll_down = _touch

    def on_key(self) -> None:
        """Somebody is here, and need not wait for the title."""
        self._touch()
        self.workers.cancel_group(self, "show")
        self._land()

    on_mouse_down = on_key

    @property
    def lively(self) -> bool:
        """Whether anything moves here: not without motion, not for guests, nor where nobody looks."""
        motion = self.app.face.lively and self.app.animation_level != "none"
        return motion and self.app.app_focus and self.is_current

    # What is picked

    @property
    def help_topic(self) -> HelpTopic:
        """The keys here, and what there is to know of the game or the link that is picked."""
        link, sections = self.picked.link, ("At the menu",)
        if link and link.page:
            return HelpTopic(None, sections, link.title, link.page)
        return HelpTopic(self.picked.shown, sections, "Menu")

    @on(events.DescendantFocus)
    def _focused(self, event: events.DescendantFocus) -> None:
        if isinstance(event.widget, Card) and event.widget is not self._picked:
            self._picked = event.widget
            self._show_picked()

    def _show_picked(self) -> None:
        picked = self.picked
        for card in self.cards:
            if card.has_class("-picked") != (card is picked):
                card.toggle_class("-picked")
                card.refresh()
        self._show_keys()
        self._show_words()
        self._film.clear()
        game, board = picked.shown, self.board
        if not board:
            return
        if picked.link and picked.link.board is not None and game:
            board.show(game, picked.link.board)
        elif game:
            board.show(game, self._demo(game).match.position.board)

    def _show_words(self) -> None:
        """Name, sentence and what is known of what is picked, where there is room for it."""
        if not self._lettering:
            return
        link, game = self.picked.link, self.picked.game
        note = self.notes.get(game.key) if game else None
        told = note.facts if note else Content("")
        stage = self.query_one("#stage")
        stage.update_classes({"-told": bool(told), "-link": link is not None})
        name, captions = link.title if link else "", Content("")
        if game:
            name = game.name.upper()
            first, last = game.seats.start, game.seats.stop - 1
            players = f"{first} players" if first == last else f"{first}-{last} players"
            lines = [
                Content.styled(players, "$foreground"),
                *(Content.styled(each, "$text-muted") for each in reversed(game.author.rsplit(", ", 1))),
            ]
            captions = Content("\n").join(lines)
        self._lettering.text = name
        sentence = Content(link.sentence if link else game.blurb if game else "")
        for where, what in (("#captions", captions), ("#blurb", sentence), ("#facts", told)):
            place = self.query_one(where, Static)
            if place.content != what:
                place.update(what, layout=False)

    def action_choose(self, step: int) -> None:
        """The nearest game or link above or below, round the ends."""
        cards, here = self.cards, self.picked.region
        there = [card for card in cards if (card.region.y - here.y) * step > 0]
        near = min(
            there,
            key=lambda card: (abs(card.region.y - here.y), abs(card.region.x - here.x)),
            default=cards[0 if step > 0 else -1],
        )
        near.focus()

    def action_beside(self, step: int) -> None:
        """The game or link before or after."""
        cards = self.cards
        cards[(cards.index(self.picked) + step) % len(cards)].focus()

    async def action_enter(self) -> None:
        """Set up the game that is picked, or follow the link."""
        await self._open(self.picked)

    async def _open(self, card: Card) -> None:
        if card.link:
            await self.run_action(card.link.action)
        elif card.game:
            self.app.set_up(card.game)

    def action_play(self, number: int) -> None:
        """Set up a game."""
        if number <= len(self.app.games):
            self.cards[number - 1].focus()
            self.app.set_up(self.app.games[number - 1])

    @on(Card.Opened)
    async def _opened(self, message: Card.Opened) -> None:
        await self._open(message.card)  # another may be picked by now: for somebody new, the first lesson

    async def on_click(self, event: events.Click) -> None:
        """A click on the board opens what it shows."""
        if self.query_one("#stage").region.contains(event.screen_x, event.screen_y):
            await self.action_enter()

    def action_season(self) -> None:
        """To the table of the season."""
        if self._plays_seasons:
            self.app.open_page("season")

    def action_lessons(self) -> None:
        """Choose a first lesson."""
        self.app.open_page("lessons", self.app.games, self.picked.shown)

    def action_daily(self) -> None:
        """Today's puzzle."""
        from marbles_tui.play.puzzles.tries import daily
        from marbles_tui.tui.puzzles import daily_screen  # not for the first paint

        if self._daily:
            self.app.push_screen(daily_screen(self.app, daily(self.app.games, self.app.utc_today())))

    def action_puzzles(self) -> None:
        """All puzzles, at the day's."""
        if self._daily:
            self.app.open_page("puzzles")

    def action_together(self) -> None:
        """To the other people in the house; without a house, to how one is found or opened."""
        if self.app.visit:
            self.app.open_page("lobby")
        else:
            self.app.open_page("together")

    def on_paste(self, event: events.Paste) -> None:
        """Go on with a match from elsewhere."""
        event.stop()
        self._touch()
        from marbles_tui.tui.pasted import offer_pasted  # not for the first paint

        offer_pasted(self.app, event.text)

    def _pick_resume(self) -> None:
        """Stand where Enter goes on with the match that was left."""
        if card := next((card for card in self.cards if card.link and card.link.action == "resume"), None):
            card.focus()

    @work(exclusive=True, group="resume")
    async def action_resume(self) -> None:
        """Go on with the last match, or say why that cannot be."""
        self._pick_resume()
        if trouble := await self.app.resume():
            self.notify(f"{capitalized(trouble)}.", timeout=5, markup=False)
