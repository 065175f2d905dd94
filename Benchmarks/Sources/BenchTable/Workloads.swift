/// A row of the table. Peers call it by the same name unless `lmdb` says otherwise.
struct Workload {
  var name: String
  var lmdb: String
  /// Printed under the table when set.
  var footnote: String?

  init(_ name: String, lmdb: String? = nil, footnote: String? = nil) {
    self.name = name
    self.lmdb = lmdb ?? name
    self.footnote = footnote
  }

  static let all: [Workload] = [
    Workload("W0_plain_class_read", footnote: "the loop of W2a_hot_read_int over a plain Swift class"),
    Workload("W0_generator_only", footnote: "what making the rows costs; it is part of W1"),
    Workload(
      "W1_insert_nosync", lmdb: "W1_insert_nosync_cat_index", footnote: "raw LMDB: W1_insert_nosync_cat_index, which keeps the same index"),
    Workload("W1_insert_full", lmdb: "W1_insert_full_cat_index", footnote: "raw LMDB: W1_insert_full_cat_index"),
    Workload("W2a_hot_read_int"),
    Workload("W2a_hot_read_double"),
    Workload("W2b_hot_read_string"),
    Workload("W2c_iter_all_sum_int"),
    Workload("W2c_iter_all_sum_string_len"),
    Workload("W2c_view_iter_sum_int"),
    Workload("W3a_hot_write_int"),
    Workload("W3b_set_all_int_nosync"),
    Workload("W3b_set_all_int_full"),
    Workload("W4a_int_gt_count"),
    Workload("W4a_int_gt_view"),
    Workload("W4b_int_eq_count"),
    Workload("W4b_int_eq_view"),
    Workload("W4c_dbl_between_count"),
    Workload("W4c_dbl_between_view"),
    Workload("W4d_str_eq_unindexed_count"),
    Workload("W4d_str_eq_unindexed_view"),
    Workload("W4e_str_contains_count"),
    Workload("W4e_str_contains_view"),
    Workload("W4f_compound_indexed_count"),
    Workload("W4f_compound_indexed_view"),
    Workload("W4f_compound_noindex_count"),
    Workload("W4f_compound_noindex_view"),
    Workload("W4g_note_nil_count"),
    Workload("W4g_note_nil_view"),
    Workload("W5a_pk_lookup_get_int"),
    Workload("W5b_indexed_eq_count"),
    Workload("W5b_indexed_eq_view"),
    Workload("W6_sum_int"),
    Workload("W6_min_int"),
    Workload("W6_max_int"),
    Workload("W6_avg_int"),
    Workload("W6_sum_dbl"),
    Workload("W6_min_dbl"),
    Workload("W6_max_dbl"),
    Workload("W6_avg_dbl"),
    Workload("W7_sort_score"),
    Workload("W7_sort_name"),
    Workload("W8_insert_commit_nosync"),
    Workload("W8_update_commit_nosync"),
    Workload("W8_insert_commit_relaxed"),
    Workload("W8_update_commit_relaxed"),
    Workload("W8_insert_commit_full"),
    Workload("W8_update_commit_full"),
    Workload("W9_build_persons_links"),
    Workload("W9_traverse_links"),
    Workload(
      "W9_object_and_string_only", footnote: "what making an object and a String for each friend costs; it is part of W9_traverse_links"),
    Workload("W9_size"),
    Workload("W11_size_after_insert"),
    Workload("W11_compact"),
    Workload("W11_size_compacted"),
    Workload("W11_open_read_first"),
    Workload("W12_delete_half_nosync", footnote: "raw LMDB keeps no index while it deletes"),
  ]
}
