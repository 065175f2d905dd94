#include "sort.h"

#include <string.h>

typedef struct ashlar_ranked ranked;

// MARK: - Numbers

// The maximum number of items that are sorted by insertion, which is faster for so few.
#define FEW 24

static void insert_all(ranked *items, size_t count) {
  for (size_t next = 1; next < count; next++) {
    const ranked item = items[next];
    size_t place = next;
    for (; place > 0 && items[place - 1].rank > item.rank; place--) items[place] = items[place - 1];
    items[place] = item;
  }
}

// The maximum number of bits of a pass. With more bits, the write positions would be too far apart for the cache.
#define WIDEST 10

// Distributes the items by `width` bits starting at `shift`. Returns false, and moves nothing, if all items have the same bits.
static int distribute(const ranked *from, ranked *to, size_t count, unsigned shift, unsigned width) {
  size_t places[1 << WIDEST];
  const size_t buckets = (size_t)1 << width;
  memset(places, 0, buckets * sizeof *places);
  for (size_t index = 0; index < count; index++) places[from[index].rank >> shift & (buckets - 1)]++;
  if (places[from[0].rank >> shift & (buckets - 1)] == count) return 0;
  size_t sum = 0;
  for (size_t bucket = 0; bucket < buckets; bucket++) {
    const size_t size = places[bucket];
    places[bucket] = sum;
    sum += size;
  }
  for (size_t index = 0; index < count; index++) to[places[from[index].rank >> shift & (buckets - 1)]++] = from[index];
  return 1;
}

// A radix sort by the highest differing bits, in up to three passes from the least significant digit upward, which preserve the order of
// equal items. Runs of items that are still equal are then sorted recursively by the lower bits.
void ashlar_sort_ranks(ranked *items, ranked *scratch, size_t count) {
  if (count <= FEW) {
    insert_all(items, count);
    return;
  }
  uint64_t differing = 0;
  int rises = 1;
  for (size_t index = 1; index < count; index++) {
    differing |= items[index].rank ^ items[0].rank;
    rises &= items[index - 1].rank <= items[index].rank;
  }
  if (rises) return;
  const unsigned bits = 64 - (unsigned)__builtin_clzll(differing);
  const unsigned width = count > 1 << 14 ? WIDEST : 8;
  const unsigned passes = bits < 3 * width ? (bits + width - 1) / width : 3;
  const unsigned lowest = bits > passes * width ? bits - passes * width : 0;
  ranked *from = items, *to = scratch;
  for (unsigned pass = 0; pass < passes; pass++) {
    if (!distribute(from, to, count, lowest + pass * width, width)) continue;
    ranked *const moved = to;
    to = from;
    from = moved;
  }
  if (from != items) memcpy(items, from, count * sizeof *items);
  if (lowest == 0) return;
  for (size_t start = 0; start < count;) {
    size_t end = start + 1;
    while (end < count && items[end].rank >> lowest == items[start].rank >> lowest) end++;
    if (end - start > 1) ashlar_sort_ranks(items + start, scratch + start, end - start);
    start = end;
  }
}

// MARK: - Text

struct order {
  const struct ashlar_text *texts;
  // All ones for descending order.
  uint64_t turned;
};

// Returns whether `a` sorts after `b`. The first `depth` bytes of both are known to be equal.
static int is_behind(struct order order, const ranked *a, const ranked *b, size_t depth) {
  const struct ashlar_text x = order.texts[a->key], y = order.texts[b->key];
  const size_t common = (x.length < y.length ? x.length : y.length) - depth;
  const int difference = memcmp(x.bytes + depth, y.bytes + depth, common);
  if (difference != 0) return order.turned ? difference < 0 : difference > 0;
  return order.turned ? x.length < y.length : x.length > y.length;
}

static void merge_texts(struct order order, ranked *items, ranked *scratch, size_t count, size_t depth) {
  if (count <= FEW) {
    for (size_t next = 1; next < count; next++) {
      const ranked item = items[next];
      size_t place = next;
      for (; place > 0 && is_behind(order, &items[place - 1], &item, depth); place--) items[place] = items[place - 1];
      items[place] = item;
    }
    return;
  }
  const size_t half = count / 2;
  merge_texts(order, items, scratch, half, depth);
  merge_texts(order, items + half, scratch, count - half, depth);
  memcpy(scratch, items, half * sizeof *items);
  size_t left = 0, right = half, place = 0;
  while (left < half) {
    if (right < count && is_behind(order, &scratch[left], &items[right], depth)) {
      items[place++] = items[right++];
    } else {
      items[place++] = scratch[left++];
    }
  }
}

// Returns the 8 bytes of `text` from `depth` on as a big-endian number, padded with zeros if the text ends.
static uint64_t rank_of(struct ashlar_text text, size_t depth) {
  uint64_t rank = 0;
  if (text.length - depth >= 8) {
    memcpy(&rank, text.bytes + depth, 8);
    return __builtin_bswap64(rank);
  }
  for (size_t index = depth; index < text.length; index++) rank |= (uint64_t)text.bytes[index] << (56 - 8 * (index - depth));
  return rank;
}

// Returns the length of the prefix that the text of all items has in common. The first `depth` bytes are known to be equal.
static size_t common_prefix(struct order order, const ranked *items, size_t count, size_t depth) {
  const struct ashlar_text first = order.texts[items[0].key];
  size_t common = first.length;
  for (size_t index = 1; index < count && common > depth; index++) {
    const struct ashlar_text text = order.texts[items[index].key];
    if (text.length < common) common = text.length;
    if (memcmp(text.bytes + depth, first.bytes + depth, common - depth) == 0) continue;
    size_t same = depth;
    while (text.bytes[same] == first.bytes[same]) same++;
    common = same;
  }
  return common;
}

// At this recursion depth, items are compared with each other: their common prefixes may be long at every level.
#define DEEPEST 16

static void sort_texts(struct order order, ranked *items, ranked *scratch, size_t count, size_t depth, int level) {
  if (count <= FEW || level == DEEPEST) {
    merge_texts(order, items, scratch, count, depth);
    return;
  }
  depth = common_prefix(order, items, count, depth);
  for (size_t index = 0; index < count; index++) items[index].rank = rank_of(order.texts[items[index].key], depth) ^ order.turned;
  ashlar_sort_ranks(items, scratch, count);
  for (size_t start = 0; start < count;) {
    size_t end = start + 1;
    // Text that ends here has the same rank as text that continues with zeros.
    int ends = order.texts[items[start].key].length < depth + 8;
    for (; end < count && items[end].rank == items[start].rank; end++) ends |= order.texts[items[end].key].length < depth + 8;
    if (end - start > 1) {
      if (ends) {
        merge_texts(order, items + start, scratch + start, end - start, depth);
      } else {
        sort_texts(order, items + start, scratch + start, end - start, depth + 8, level + 1);
      }
    }
    start = end;
  }
}

void ashlar_sort_texts(const struct ashlar_text *texts, ranked *items, ranked *scratch, size_t count, int descending) {
  sort_texts((struct order){texts, descending ? ~0ull : 0}, items, scratch, count, 0, 0);
}
