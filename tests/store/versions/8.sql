BEGIN TRANSACTION;
CREATE TABLE ledger (
        match INTEGER PRIMARY KEY,
        revision INTEGER NOT NULL,
        maker TEXT NOT NULL,
        entry TEXT NOT NULL
    );
INSERT INTO "ledger" VALUES(1,3,'0.0.0','[]');
CREATE TABLE "match" (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        record TEXT NOT NULL,
        finished INTEGER NOT NULL,
        summary TEXT NOT NULL,
        plies INTEGER NOT NULL,
        begun TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        changed TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        revision INTEGER NOT NULL DEFAULT 1,
        players TEXT NOT NULL DEFAULT '',
        result TEXT NOT NULL DEFAULT '*',
        deleted TEXT NOT NULL DEFAULT ''
    , favourite INTEGER NOT NULL DEFAULT 0, imported INTEGER NOT NULL DEFAULT 0);
INSERT INTO "match" VALUES(1,'egg-carton','[Game "egg-carton"]
[Player1 "Ann"]
[Seat1 "human"]
[Player2 "Adept"]
[Seat2 "computer adept"]
[Date "2026.02.03"]
[Result "2"]

1. C B L 2. B D E I 3. D N 4. A M 5. D I J 6. E L I 7. C K 8. F A L 9. B I
10. E F D J 11. A K 12. F B M 13. E L 14. C N M 15. D N
',1,'a summary',40,'2026-02-03T20:15:00.000Z','2026-02-03T20:21:00.000Z',3,'Ann - Adept','2','',0,0);
INSERT INTO "match" VALUES(2,'gobblet','[Game "gobblet"]
[Player1 "Zoë \"Z\" \\"]
[Seat1 "human"]
[Player2 "Max"]
[Seat2 "computer expert"]
[Date "2026.02.03"]
[Result "*"]

1. W2B4 K1B3 2. W3C2 B3C1 3. W1C4
',0,'a summary',5,'2026-02-03T20:15:00.000Z','2026-02-03T20:22:00.000Z',3,'Zoë "Z" \ - Max (expert)','*','',0,0);
CREATE TABLE notice (what TEXT NOT NULL, count INTEGER NOT NULL);
CREATE TABLE puzzle_try (
            id INTEGER PRIMARY KEY,
            puzzle TEXT NOT NULL,
            game TEXT NOT NULL,
            difficulty INTEGER NOT NULL,
            solved INTEGER NOT NULL,
            tried TEXT NOT NULL,
            day TEXT NOT NULL DEFAULT '',
            hints INTEGER NOT NULL DEFAULT 0,
            seconds REAL NOT NULL DEFAULT 0,
            score INTEGER
        );
INSERT INTO "puzzle_try" VALUES(1,'gobblet-f55c73','gobblet',1450,1,'2026-02-03','',0,0.0,NULL);
CREATE TABLE review (
        key TEXT PRIMARY KEY,
        judgements TEXT NOT NULL
    );
INSERT INTO "review" VALUES('a key','+1.0 +2.0');
CREATE INDEX match_by_change ON match (finished, changed);
CREATE INDEX match_listed
            ON match (deleted, changed, id, game, finished, plies, result, players, favourite, imported)
        ;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',2);
COMMIT;
PRAGMA user_version = 8;
