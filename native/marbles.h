/* What the library offers. Python calls it through ctypes: see marbles_tui/ai/native/.
 *
 * A state is an array of words, as each game's file lays it out; a move is a number that `notation` writes as
 * records do. A score is in hundredths of the game's unit, for the seat to move; a win in p plies scores
 * WIN - p.
 */
#ifndef MARBLES_H
#define MARBLES_H

#include <stdbool.h>
#include <stdint.h>

/* To be raised whenever these declarations, a rule or an evaluation change: Python refuses any other. */
#define MARBLES_VERSION 7

enum {
    WIN = 1000000,
    PROVED = WIN - 10000, /* from here up, and down from -PROVED, the game has been searched to its end */
    DEEPEST = 60,
    MOST_MOVES = 256, /* no position of any game has more */
    MOST_WORDS = 8,
    MOST_LETTERS = 8, /* of a move's notation, its end included */
    NO_RESULT = 2 /* where 1, 0 and -1 stand for won, drawn and lost */
};

/* A search that is wanted. Negative seconds and a count of 0 do not bind. */
typedef struct {
    const uint64_t *state;
    const uint64_t *drawn; /* states that have stood twice, one after the other: they count as draws */
    double seconds;        /* from now on */
    double enough;         /* seconds after which no new depth is begun */
    int64_t nodes;
    uint64_t table; /* bytes that the search may remember positions in */
    uint64_t seed;  /* in which order moves that look alike are tried */
    int32_t drawn_count;
    int32_t repeats; /* whether a state that comes again counts as drawn */
    int32_t depth;
    int32_t multipv; /* how many moves are scored exactly */
    int32_t plain;   /* alpha-beta and nothing else: the scores do not depend on the order of moves */
    int32_t oversight; /* of a thousand moves that people miss easily so many are not seen; of others the square */
} Request;

/* What a search has found: moves from best to worst, and the lines of the first `line_count` of them. */
typedef struct {
    int64_t nodes;
    int32_t depth;
    int32_t exact; /* whether a proved score has the exact distance and seats alternate on the way */
    int32_t move_count;
    int32_t line_count;
    int32_t moves[MOST_MOVES];
    int32_t scores[MOST_MOVES];
    int32_t lengths[MOST_MOVES];
    int32_t lines[MOST_MOVES][DEEPEST];
} Finding;

/* Hears of every depth that is done. */
typedef void (*Report)(const Finding *finding);

/* Asked every few milliseconds whether the answer is wanted now. */
typedef int32_t (*Stop)(void);

enum { LOSES = 0, WINS = 1, UNKNOWN = -1 };

/* What one seat, the solver, can force within so many turns: a win, or to have not lost. */
typedef struct Forcing Forcing;

/* A game's rules and its search. */
typedef struct {
    int32_t words; /* of a state */
    int32_t (*moves)(const uint64_t *state, int32_t *moves);
    int32_t (*distinct)(const uint64_t *state, int32_t *moves);
    int32_t (*noisy)(const uint64_t *state, int32_t *moves);
    int32_t (*legal)(const uint64_t *state, int32_t move);
    int32_t (*hidden)(const uint64_t *state, int32_t move); /* whether people miss it easily */
    void (*play)(const uint64_t *state, int32_t move, uint64_t *after);
    int32_t (*outcome)(const uint64_t *state);
    int32_t (*turn)(const uint64_t *state);
    int32_t (*evaluate)(const uint64_t *state);
    int64_t (*perft)(const uint64_t *state, int32_t depth);
    void (*notation)(int32_t move, char *text);
    int32_t (*forced)(Forcing *forcing, const uint64_t *state, int32_t turns);
    void (*search)(const Request *request, Finding *finding, Report report, Stop stop);
    void (*prepare)(void); /* fills the game's tables */
} Game;

extern const Game ABACUS, GOBBLET, BEADMASTER, EGG_CARTON, BEADMASTER_MANY, AMIGA;

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* The games by number: Abacus, Gobblet, BeadMaster for two, Egg Carton, BeadMaster for three and four, and Abacus as
 * the Amiga's computer sees it. */
EXPORT int32_t marbles_version(void);
EXPORT int32_t marbles_prepare(void); /* once, before all else; 0 on a processor that will not do */
EXPORT int32_t marbles_words(int32_t game);
EXPORT int32_t marbles_moves(int32_t game, const uint64_t *state, int32_t *moves);
EXPORT int32_t marbles_distinct(int32_t game, const uint64_t *state, int32_t *moves); /* of twins only one */
EXPORT int32_t marbles_noisy(int32_t game, const uint64_t *state, int32_t *moves);
EXPORT int32_t marbles_legal(int32_t game, const uint64_t *state, int32_t move);
EXPORT int32_t marbles_hidden(int32_t game, const uint64_t *state, int32_t move);
EXPORT void marbles_play(int32_t game, const uint64_t *state, int32_t move, uint64_t *after);
EXPORT int32_t marbles_outcome(int32_t game, const uint64_t *state);
EXPORT int32_t marbles_turn(int32_t game, const uint64_t *state);
EXPORT int32_t marbles_evaluate(int32_t game, const uint64_t *state);
EXPORT int64_t marbles_perft(int32_t game, const uint64_t *state, int32_t depth);
EXPORT void marbles_notation(int32_t game, int32_t move, char *text);
EXPORT void marbles_search(int32_t game, const Request *request, Finding *finding, Report report, Stop stop);

/* Egg Carton's proof: who wins, and in how many of the winner's selections at the latest. */
typedef struct Proof Proof;

EXPORT Proof *marbles_proof_new(uint64_t states, uint64_t lengths);
EXPORT void marbles_proof_free(Proof *proof);
EXPORT void marbles_proof_limit(Proof *proof, double seconds, int64_t nodes, Stop stop);
EXPORT int64_t marbles_proof_nodes(const Proof *proof);
EXPORT int32_t marbles_proof_prove(Proof *proof, const uint64_t *state);
EXPORT int32_t marbles_proof_known(const Proof *proof, const uint64_t *state);
EXPORT int32_t marbles_proof_within(Proof *proof, int32_t winner, const uint64_t *state, int32_t selections);
EXPORT int32_t marbles_proof_suffices(const Proof *proof, int32_t winner, const uint64_t *state);
EXPORT int32_t marbles_proof_fails(const Proof *proof, int32_t winner, const uint64_t *state);

/* A puzzle's proof. `turns` are those to go, the one that has begun among them; the other side's counts with the
 * solver's before it. */
EXPORT Forcing *marbles_forcing_new(int32_t game, int32_t solver, int32_t survive);
EXPORT void marbles_forcing_free(Forcing *forcing);
EXPORT void marbles_forcing_limit(Forcing *forcing, double seconds, int64_t nodes, Stop stop);
EXPORT int64_t marbles_forcing_nodes(const Forcing *forcing);
EXPORT int32_t marbles_forcing_holds(Forcing *forcing, const uint64_t *state, int32_t turns);

#endif
