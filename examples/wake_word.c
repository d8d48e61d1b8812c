/* Listens for a wake word: a streaming model, compiled to C, on one thread and without Python.

   lutfuse compile models/okay_nabu.tflite -o okay_nabu.so --header okay_nabu.h
   cc -I. wake_word.c ./okay_nabu.so -o wake_word
   ./wake_word < features

   Standard input holds the steps one after the other, each three frames of 40 features as int8.
   One line per step goes to standard output: the model's code, and the probability that it says. */
#include <stdio.h>
#include <stdlib.h>

#include "okay_nabu.h"

int main(void) {
  static int8_t features[OKAY_NABU_INPUT0_ELEMENTS + OKAY_NABU_SLACK];
  static uint8_t code[OKAY_NABU_OUTPUT0_ELEMENTS + OKAY_NABU_SLACK];
  size_t size = OKAY_NABU_ARENA_BYTES + OKAY_NABU_ALIGNMENT - 1;
  void *arena = aligned_alloc(OKAY_NABU_ALIGNMENT, size - size % OKAY_NABU_ALIGNMENT);
  if (!arena) {
    fprintf(stderr, "expected %zu bytes of memory but got none\n", size);
    return 1;
  }
  okay_nabu_reset(arena);
  while (fread(features, 1, OKAY_NABU_INPUT0_ELEMENTS, stdin) == OKAY_NABU_INPUT0_ELEMENTS) {
    okay_nabu_run(0, 1, arena, features, code);
    double probability = OKAY_NABU_OUTPUT0_SCALE * (code[0] - OKAY_NABU_OUTPUT0_ZERO_POINT);
    printf("%d %.4f\n", code[0], probability);
  }
  free(arena);
  return 0;
}
