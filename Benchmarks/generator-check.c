/* Prints the checksum of the rows that the C peers generate: cc -I <folder of peer_common.h> generator-check.c */
#include "peer_common.h"

static uint64_t hash = 0xcbf29ce484222325ull;
static void add(uint8_t b) { hash = (hash ^ b) * 0x100000001b3ull; }
static void add8(uint64_t v) {
  for (int k = 0; k < 8; k++) add((uint8_t)(v >> 8 * k));
}
static void add_text(const char* p, int n) {
  for (int k = 0; k < n; k++) add((uint8_t)p[k]);
}

int main(int argc, char** argv) {
  int64_t n = argc > 1 ? atoll(argv[1]) : 100000;
  uint64_t state = PEER_SEED, bits;
  gen_item g;
  for (int64_t i = 0; i < n; i++) {
    gen_next(&state, i, &g);
    memcpy(&bits, &g.score, sizeof bits);
    add8((uint64_t)g.id);
    add8((uint64_t)g.count);
    add8((uint64_t)g.flag);
    add8(bits);
    add8((uint64_t)g.created_s);
    add8((uint64_t)g.created_ns);
    add_text(g.name, g.name_len);
    add_text(g.cat, g.cat_len);
    add_text(g.note_len < 0 ? "-" : g.note, g.note_len < 0 ? 1 : g.note_len);
  }
  printf("%016llx\n", (unsigned long long)hash);
  return 0;
}
