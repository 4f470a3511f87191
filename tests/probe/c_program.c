/* lunette.h as a C99 compiler sees it, and a program that uses it as C programs do. */

#include "c_program.h"

#include <string.h>

#include "lunette.h"

#define EXPECT(condition) \
  if (!(condition)) return #condition

static const char* ask(const lunette_tablebase* tables) {
  lunette_error error = {.size = sizeof error};
  lunette_position position;
  EXPECT(lunette_read_fen(tables, "W:WK1,K4:BK10", &position, &error) == LUNETTE_OK);
  EXPECT(position.side == LUNETTE_WHITE && position.white_men == 0 && position.black_kings != 0);

  lunette_answer answer = {.size = sizeof answer};
  EXPECT(lunette_probe(tables, &position, NULL, &answer, &error) == LUNETTE_OK);
  EXPECT(answer.wdl == LUNETTE_WIN && answer.dtc == 1 && answer.dtw == 1);
  EXPECT(answer.count_moves == LUNETTE_NONE && answer.count_lone == LUNETTE_NONE);

  lunette_move room[LUNETTE_MOST_MOVES];
  lunette_moves moves = {room, sizeof room[0], LUNETTE_MOST_MOVES, 0};
  int32_t progress = -1;
  EXPECT(lunette_rank_moves(tables, &position, NULL, NULL, &moves, &progress, &error) == LUNETTE_OK);
  EXPECT(moves.count > 0 && progress == LUNETTE_GUARANTEED);
  EXPECT(room[0].wdl == LUNETTE_LOSS && room[0].conversion == 1 && strchr(room[0].text, 'x') != NULL);

  EXPECT(lunette_read_fen(tables, "nonsense", &position, &error) == LUNETTE_BAD_FEN);
  EXPECT(error.status == LUNETTE_BAD_FEN && strlen(error.message) > 0);
  return NULL;
}

const char* c_program(const char* directory) {
  lunette_error error = {.size = sizeof error};
  lunette_options options = LUNETTE_OPTIONS;
  lunette_count count = LUNETTE_COUNT;
  lunette_tablebase* tables = NULL;
  const char* failure;

  EXPECT(count.moves == LUNETTE_NONE);
  EXPECT(lunette_abi_version() == LUNETTE_ABI_VERSION);
  options.directories = &directory;
  options.directory_count = 1;
  EXPECT(lunette_open("brazilian", &options, &tables, &error) == LUNETTE_OK);
  failure = ask(tables);
  lunette_close(tables);
  return failure;
}
