// The encodings of comparisons and of text matches. Swift mirrors them in the raw values of `Comparison` and in the table of operators, and
// `RelationTests` compares the two.
#ifndef CASHLAR_RELATION_H
#define CASHLAR_RELATION_H

/// A comparison of a value with another: the `op` of numeric scans, which take an `int`.
enum ashlar_relation {
  ashlar_relation_equal = 0,
  ashlar_relation_not_equal = 1,
  ashlar_relation_less = 2,
  ashlar_relation_less_or_equal = 3,
  ashlar_relation_greater = 4,
  ashlar_relation_greater_or_equal = 5,
};

/// The outcomes of a comparison, as bits of a mask. A relation passes a set of them: `<=` passes `ashlar_order_less | ashlar_order_equal`,
/// and `!=` passes all except `ashlar_order_equal`.
enum ashlar_order {
  ashlar_order_less = 1,
  ashlar_order_equal = 2,
  ashlar_order_greater = 4,
  /// One of the values is NaN, or the cells have no order.
  ashlar_order_unordered = 8,
};

/// A match of text with a wanted text: the `op` of `struct ashlar_wanted_text`. The last four compare bytewise, with null less than all
/// text; each is `ashlar_text_relation` more than its `enum ashlar_relation`.
enum ashlar_text_match {
  ashlar_text_equal = 0,
  ashlar_text_begins = 1,
  ashlar_text_ends = 2,
  ashlar_text_contains = 3,
  ashlar_text_less = 4,
  ashlar_text_less_or_equal = 5,
  ashlar_text_greater = 6,
  ashlar_text_greater_or_equal = 7,

  /// The difference between an ordering relation and its match.
  ashlar_text_relation = ashlar_text_less - ashlar_relation_less,
  /// A bit that can be set in the first four matches: text is then compared as folded by `ashlar_fold`, and the wanted text must be folded
  /// already.
  ashlar_text_folded = 8,
};

/// The kind of cell that a `struct ashlar_test` compares.
enum ashlar_test_form {
  ashlar_test_int64 = 0,
  ashlar_test_double = 1,
  /// A byte, of which any value except 0 is treated as 1.
  ashlar_test_flag = 2,
  /// A slot of 12 bytes. The only results of a comparison are equal and unordered.
  ashlar_test_slot = 3,
};

#endif
