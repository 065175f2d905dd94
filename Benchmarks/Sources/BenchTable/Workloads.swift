/// A row of the table. Peers call it by the same name unless `lmdb` says otherwise.
struct Workload {
  var name: String
  var lmdb: String
  /// Printed under the table when set.
  var footnote: String?
  /// What it has to reach.
  var bars: [Bar]

  init(_ name: String, lmdb: String? = nil, footnote: String? = nil, bars: [Bar] = []) {
    self.name = name
    self.lmdb = lmdb ?? name
    self.footnote = footnote
    self.bars = bars
  }

  static let all: [Workload] = [
    Workload("W0_plain_class_read", footnote: "the loop of W2a_hot_read_int over a plain Swift class"),
    Workload("W0_generator_only", footnote: "what making the rows costs; it is part of W1"),
    Workload(
      "W1_insert_nosync", lmdb: "W1_insert_nosync_cat_index", footnote: "raw LMDB: W1_insert_nosync_cat_index, which keeps the same index",
      bars: [.realm(atLeast: 6, realm: 3188, sqlite: 1827)]),
    Workload("W1_insert_full", lmdb: "W1_insert_full_cat_index", footnote: "raw LMDB: W1_insert_full_cat_index"),
    Workload("W2a_hot_read_int", bars: [.nanoseconds(2), .realm(atLeast: 8, realm: 10.2, sqlite: 296)]),
    Workload("W2a_hot_read_double"),
    Workload("W2b_hot_read_string", bars: [.realm(atLeast: 1, realm: 33, sqlite: 353)]),
    Workload("W2c_iter_all_sum_int", bars: [.realm(atLeast: 2, realm: 21.3, sqlite: 69.2)]),
    Workload("W2c_iter_all_sum_string_len"),
    Workload("W2c_view_iter_sum_int"),
    Workload("W3a_hot_write_int", bars: [.realm(atLeast: 15, realm: 45.5, sqlite: 641)]),
    Workload("W3b_set_all_int_nosync", bars: [.timesLMDB(1), .realm(atLeast: 1, realm: 73.9, sqlite: 875)]),
    Workload("W3b_set_all_int_full"),
    Workload("W4a_int_gt_count", bars: [.nanoseconds(1), .realm(atLeast: 4, realm: 1.66, sqlite: 42.7)]),
    Workload("W4a_int_gt_view"),
    Workload("W4b_int_eq_count"),
    Workload("W4b_int_eq_view"),
    Workload("W4c_dbl_between_count", bars: [.realm(atLeast: 25, realm: 13.9, sqlite: 53.4)]),
    Workload("W4c_dbl_between_view"),
    Workload("W4d_str_eq_unindexed_count", bars: [.realm(atLeast: 4, realm: 7.36, sqlite: 48.6)]),
    Workload("W4d_str_eq_unindexed_view"),
    Workload("W4e_str_contains_count", bars: [.realm(atLeast: 1, realm: 15.0, sqlite: 83.7)]),
    Workload("W4e_str_contains_view"),
    Workload("W4f_compound_indexed_count"),
    Workload("W4f_compound_indexed_view"),
    Workload("W4f_compound_noindex_count", bars: [.realm(atLeast: 8, realm: 6.84, sqlite: 62.8)]),
    Workload("W4f_compound_noindex_view"),
    Workload("W4g_note_nil_count"),
    Workload("W4g_note_nil_view"),
    Workload("W5a_pk_lookup_get_int", bars: [.realm(atLeast: 8, realm: 892, sqlite: 1080)]),
    Workload("W5b_indexed_eq_count", bars: [.realm(atLeast: 1, realm: 712, sqlite: 297_400)]),
    Workload("W5b_indexed_eq_view", bars: [.realm(atLeast: 3, realm: 91_800, sqlite: 758_100)]),
    Workload("W6_sum_int", bars: [.realm(atLeast: 12, realm: 4.62, sqlite: 50.1)]),
    Workload("W6_min_int", bars: [.realm(atLeast: 12, realm: 5.75, sqlite: 55.0)]),
    Workload("W6_max_int", bars: [.realm(atLeast: 12, realm: 5.77, sqlite: 54.3)]),
    Workload("W6_avg_int", bars: [.realm(atLeast: 12, realm: 4.64, sqlite: 49.7)]),
    Workload("W6_sum_dbl", bars: [.realm(atLeast: 12, realm: 3.89, sqlite: 48.5)]),
    Workload("W6_min_dbl", bars: [.realm(atLeast: 12, realm: 4.69, sqlite: 53.1)]),
    Workload("W6_max_dbl", bars: [.realm(atLeast: 12, realm: 4.38, sqlite: 52.9)]),
    Workload("W6_avg_dbl", bars: [.realm(atLeast: 12, realm: 3.67, sqlite: 48.7)]),
    Workload("W7_sort_score", bars: [.realm(atLeast: 4, realm: 365, sqlite: 1430)]),
    Workload("W7_sort_name", bars: [.realm(atLeast: 3, realm: 395, sqlite: 249)]),
    Workload("W8_insert_commit_nosync", bars: [.timesLMDB(1.5)]),
    Workload("W8_update_commit_nosync", bars: [.timesLMDB(1.5)]),
    Workload("W8_insert_commit_relaxed"),
    Workload("W8_update_commit_relaxed"),
    Workload("W8_insert_commit_full", bars: [.timesLMDB(1.3)]),
    Workload("W8_update_commit_full", bars: [.timesLMDB(1.3)]),
    Workload("W9_build_persons_links"),
    Workload("W9_traverse_links", bars: [.realm(atLeast: 4, realm: 172, sqlite: 422)]),
    Workload(
      "W9_object_and_string_only",
      footnote: "what making an object and a String for each friend costs; it is part of W9_traverse_links"),
    Workload("W9_size"),
    Workload("W11_size_after_insert", bars: [.timesLMDB(1)]),
    Workload("W11_compact"),
    Workload("W11_size_compacted"),
    Workload("W11_open_read_first", bars: [.realm(atLeast: 1, realm: 190_000, sqlite: 161_000)]),
    Workload(
      "W12_delete_half_nosync", footnote: "raw LMDB keeps no index while it deletes", bars: [.realm(atLeast: 20, realm: 6481, sqlite: 956)]),
    Workload("W13_create_ten_keys", bars: [.nanoseconds(6000)]),
    Workload("W13_create_ten_keys_json"),
    Workload("W13_create_document", footnote: "GRDB stores the nodes as JSON in one column", bars: [.nanoseconds(200_000)]),
    Workload("W13_create_document_json"),
    Workload("W14_list_int_iterate", bars: [.nanoseconds(5)]),
    Workload("W14_map_iterate", bars: [.nanoseconds(100)]),
    Workload("W14_map_lookup", bars: [.nanoseconds(1000)]),
    Workload("W14_set_lookup", bars: [.nanoseconds(1000)]),
    Workload("W14_short_lists", bars: [.nanoseconds(60)]),
    Workload("W14_delete_from_long_list"),
    Workload("W15_lookup_uuid_key", bars: [.nanoseconds(1000)]),
    Workload("W15_first_after_deletes"),
    Workload("W15_index_after_deletes", footnote: "SQLite walks to an offset"),
    Workload("W15_drain_from_front"),
    Workload("W15_scan_after_churn"),
    Workload("W15_commit_after_churn"),
    Workload("W15_backlink_count_in_write"),
    Workload("W16_open_unchanged"),
    Workload("W16_open_after_change", footnote: "properties added, renamed and removed"),
    Workload(
      "W16_open_after_change_10GB", footnote: "the same in a sparse file of 10 GB", bars: [.nanoseconds(50_000_000)]),
    Workload("W16_migrate_in_place", footnote: "a block gives each row a value of another type"),
    Workload("W16_migrate_on_copy"),
  ]
}
