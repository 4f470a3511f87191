/* Prints what the tables say about a position: its value, its distances, and its moves, best first. */

#include <lunette.h>
#include <stdio.h>

static const char* value_name(int wdl) {
  static const char* const names[] = {"loss", "blessed-loss", "draw", "cursed-win", "win"};
  return names[wdl - LUNETTE_LOSS];
}

static void print_answer(int wdl, int dtc, int dtw, int count) {
  printf("%s", value_name(wdl));
  if (dtc != LUNETTE_NONE) printf(", dtc %d", dtc);
  if (dtw != LUNETTE_NONE) printf(", dtw %d", dtw);
  if (count != LUNETTE_NONE) printf(", count %d", count);
  printf("\n");
}

static lunette_status print_moves(const lunette_tablebase* tables, const char* fen, lunette_error* error) {
  lunette_position position;
  lunette_answer answer = {.size = sizeof answer};
  lunette_move room[LUNETTE_MOST_MOVES];
  lunette_moves moves = {room, sizeof room[0], LUNETTE_MOST_MOVES, 0};
  int32_t progress = LUNETTE_GUARANTEED;

  lunette_status status = lunette_read_fen(tables, fen, &position, error);
  if (status != LUNETTE_OK) return status;
  status = lunette_rank_moves(tables, &position, NULL, &answer, &moves, &progress, error);
  if (status != LUNETTE_OK) return status;

  print_answer(answer.wdl, answer.dtc, answer.dtw, answer.count_moves);
  for (size_t i = 0; i < moves.count && i < moves.capacity; ++i) {
    printf("%-8sleaves ", room[i].text);
    print_answer(room[i].wdl, room[i].dtc, room[i].dtw, room[i].count_moves);
  }
  if (progress == LUNETTE_NOT_GUARANTEED) printf("no distance is stored to rank by\n");
  return LUNETTE_OK;
}

int main(int argc, char** argv) {
  lunette_error error = {.size = sizeof error};
  lunette_options options = LUNETTE_OPTIONS;
  lunette_tablebase* tables = NULL;

  if (argc != 4) {
    fprintf(stderr, "usage: consumer_c RULESET TABLES FEN\n");
    return 2;
  }
  const char* directories[] = {argv[2]};
  options.directories = directories;
  options.directory_count = 1;
  lunette_status status = lunette_open(argv[1], &options, &tables, &error);
  if (status == LUNETTE_OK) status = print_moves(tables, argv[3], &error);
  if (status != LUNETTE_OK) fprintf(stderr, "%s: %s\n", lunette_status_name(status), error.message);
  lunette_close(tables);
  return status == LUNETTE_OK ? 0 : 2;
}
