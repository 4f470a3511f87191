/* What a position is worth, and best play to the end. usage: line RULESET TABLES FEN */

#include <lunette.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PLIES = 400 };

static const char* name_of(int wdl) {
  static const char* const names[] = {"loss", "blessed loss", "draw", "cursed win", "win"};
  return names[wdl - LUNETTE_LOSS];
}

static const char* reason_of(int end) {
  static const char* const reasons[] = {"the game is over", "drawn by the count", "a drawn position comes up again",
                                        "too long to show"};
  return reasons[end];
}

static lunette_status show_line(const lunette_tablebase* tables, const char* fen, lunette_error* error) {
  lunette_position position;
  lunette_answer answer = {.size = sizeof answer};
  int32_t end = LUNETTE_GAME_OVER;
  lunette_status status = lunette_read_fen(tables, fen, &position, error);
  if (status != LUNETTE_OK) return status;

  lunette_moves line = {calloc(MOST_PLIES, sizeof(lunette_move)), sizeof(lunette_move), MOST_PLIES, 0};
  if (line.first == NULL) return LUNETTE_OUT_OF_MEMORY;
  status = lunette_best_line(tables, &position, NULL, MOST_PLIES, &answer, &line, &end, error);
  if (status == LUNETTE_OK) {
    printf("%s", name_of(answer.wdl));
    if (answer.dtw != LUNETTE_NONE) printf(" in %d plies", answer.dtw);
    printf(":");
    for (size_t i = 0; i < line.count && i < line.capacity; ++i) printf(" %s", line.first[i].text);
    printf("\n%s\n", reason_of(end));
  }
  free(line.first);
  return status;
}

int main(int argc, char** argv) {
  lunette_error error = {.size = sizeof error};
  lunette_options options = LUNETTE_OPTIONS;
  lunette_tablebase* tables = NULL;
  if (argc != 4) {
    fprintf(stderr, "usage: line RULESET TABLES FEN\n");
    return 2;
  }
  const char* directories[] = {argv[2]};
  options.directories = directories;
  options.directory_count = 1;
  lunette_status status = lunette_open(argv[1], &options, &tables, &error);
  if (status == LUNETTE_OK) status = show_line(tables, argv[3], &error);
  if (status != LUNETTE_OK) fprintf(stderr, "%s: %s\n", lunette_status_name(status), error.message);
  lunette_close(tables);
  return status == LUNETTE_OK ? 0 : 2;
}
