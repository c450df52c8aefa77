/* Plays random games through all doors of the library, for the sanitizers: `fuzz POSITIONS [SEED [timeless]]`. Timeless,
 * no clock ends anything, and it says what has been found in a number for each game, which is the same on every
 * machine. */
#include "bits.h"
#include "marbles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEADS = 2, CARTONS = 3, BEADS_OF_MANY = 4, GAMES = 6 };

static uint64_t chance, found;
static bool timeless;

static uint64_t draw(uint64_t below) {
    chance = mix(chance + 1, UINT64_C(0xD1B54A32D192ED03));
    return (chance >> 11) % below;
}

static void fail(const char *what, int game) {
    fprintf(stderr, "game %d: %s\n", game, what);
    exit(1);
}

/* The starts, as the games' files lay states out; bars and marbles by chance. */
static void start(int game, uint64_t *words) {
    static const uint64_t starts[GAMES][MOST_WORDS] = {
        {0xE7FF, UINT64_C(0x1FFCE00000000000), 6, 6, 0},
        {0, 0, 0, 0444444 << 2},
        {0, 0, 0, 1 << 2 | 2 << 3, 0, UINT64_C(60) << 32},
        {UINT64_C(0x0300030303030303), UINT64_C(0x0000000303030303)},
        {0, 0, 0, 0, 0, 1 << 2, 0, UINT64_C(60) << 32},
        {0xE7FF, UINT64_C(0x1FFCE00000000000), 6, 6, 0},
    };
    for (int at = 0; at < MOST_WORDS; at++)
        words[at] = starts[game][at];
    if (game == BEADS_OF_MANY)
        words[5] |= (3 + draw(2)) << 3 | draw(3) << 6;
    if (game == BEADS || game == BEADS_OF_MANY)
        for (int bar = 0; bar < 14; bar++)
            words[0] |= draw(3) << 2 * bar;
    if (game == CARTONS && draw(2))
        for (int marble = 0; marble < 24; marble++) {
            int place = (int)draw(12);
            place += place > 5;
            words[place >= 8] += UINT64_C(1) << 8 * (place % 8);
        }
}

static int32_t stop_at_times(void) { return !timeless && !draw(50); }

static void think(int game, const uint64_t *words, int count) {
    static Finding finding;
    Request request = {.state = words,
                       .drawn = words,
                       .seconds = draw(2) || timeless ? -1 : 0.01,
                       .enough = -1,
                       .nodes = 1 + (int64_t)draw(300),
                       .table = UINT64_C(1) << (4 + draw(14)),
                       .seed = draw(3),
                       .drawn_count = (int32_t)draw(2),
                       .repeats = (int32_t)draw(2),
                       .depth = (int32_t)draw(12),
                       .multipv = 1 + (int32_t)draw(5),
                       .plain = (int32_t)draw(2)};
    marbles_search(game, &request, &finding, NULL, stop_at_times);
    if (finding.move_count != count || finding.line_count < 1)
        fail("a search has lost moves", game);
    found = mix(found, (uint64_t)finding.nodes << 8 | (uint64_t)finding.depth);
    for (int at = 0; at < count; at++)
        found = mix(found, (uint64_t)finding.moves[at] << 32 | (uint32_t)finding.scores[at]);
    for (int at = 0; at < finding.line_count; at++) {
        uint64_t state[MOST_WORDS], after[MOST_WORDS];
        for (int word = 0; word < MOST_WORDS; word++)
            state[word] = words[word];
        for (int ply = 0; ply < finding.lengths[at]; ply++) {
            if (marbles_outcome(game, state) != NO_RESULT || !marbles_legal(game, state, finding.lines[at][ply]))
                fail("a line cannot be played", game);
            marbles_play(game, state, finding.lines[at][ply], after);
            for (int word = 0; word < marbles_words(game); word++)
                state[word] = after[word];
        }
    }
}

static void prove(const uint64_t *words) {
    Proof *proof = marbles_proof_new(1 << 16, 1 << 16);
    if (!proof)
        fail("no memory", CARTONS);
    marbles_proof_limit(proof, -1, 1 + (int64_t)draw(2000), stop_at_times);
    int32_t wins = marbles_proof_prove(proof, words);
    found = mix(found, (uint64_t)wins);
    if (wins != UNKNOWN) {
        int winner = marbles_turn(CARTONS, words) ^ !wins;
        marbles_proof_limit(proof, -1, 2000, NULL);
        for (int length = 0; length < 12 && marbles_proof_within(proof, winner, words, length) == 0; length++)
            if (marbles_proof_suffices(proof, winner, words) <= length)
                fail("a length is said to suffice that does not", CARTONS);
    }
    marbles_proof_free(proof);
}

static void force(int game, const uint64_t *words) {
    Forcing *forcing = marbles_forcing_new(game, marbles_turn(game, words), (int32_t)draw(2));
    if (!forcing)
        fail("no memory", game);
    marbles_forcing_limit(forcing, -1, 1 + (int64_t)draw(300), stop_at_times);
    found = mix(found, (uint64_t)marbles_forcing_holds(forcing, words, 1 + (int32_t)draw(4)));
    marbles_forcing_free(forcing);
}

static int play_game(int game, int most) {
    uint64_t words[MOST_WORDS], after[MOST_WORDS];
    int32_t moves[MOST_MOVES], loud[MOST_MOVES];
    int positions = 0;
    start(game, words);
    while (positions < most) {
        positions++;
        int count = marbles_moves(game, words, moves);
        if (marbles_outcome(game, words) != NO_RESULT) {
            if (count)
                fail("there are moves after the end", game);
            break;
        }
        if (!count)
            fail("there is no move", game);
        found = mix(found, (uint64_t)marbles_evaluate(game, words));
        int loud_count = marbles_noisy(game, words, loud);
        for (int at = 0; at < loud_count; at++)
            if (!marbles_legal(game, words, loud[at]))
                fail("a loud move is not legal", game);
        think(game, words, marbles_distinct(game, words, loud));
        if (!draw(8))
            force(game, words);
        if (game == CARTONS && !draw(8))
            prove(words);
        char text[MOST_LETTERS];
        marbles_notation(game, moves[0], text);
        if (strlen(text) >= MOST_LETTERS)
            fail("a notation is too long", game);
        marbles_play(game, words, moves[draw((uint64_t)count)], after);
        for (int word = 0; word < marbles_words(game); word++)
            words[word] = after[word];
    }
    return positions;
}

int main(int argument_count, char **arguments) {
    int most = argument_count > 1 ? atoi(arguments[1]) : 10000;
    chance = argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    timeless = argument_count > 3;
    if (!marbles_prepare())
        return 0;
    for (int game = 0; game < GAMES; game++) {
        int positions = 0, games = 0;
        for (; positions < most / GAMES; games++)
            positions += play_game(game, 200);
        printf("game %d: %d positions of %d games", game, positions, games);
        if (timeless)
            printf(", found %llx", (unsigned long long)found);
        printf("\n");
    }
    return 0;
}
