extension StructureWalk {
  /// Checks an encrypted file: pages, keys, the sizes of values, the free list, and with `sums` whether values are missing or older than
  /// the file. Opens no value but the counters, because each value is authenticated when it is read.
  /// - Parameters:
  ///   - encrypted: Opens values. The key must be known.
  ///   - isWhole: Whether to check all pages, or only which trees the file has.
  static func checkEncrypted(
    _ main: MainTree, _ named: NamedValues, _ encrypted: any EncryptedReader, _ meta: MetaPage, _ pages: FilePages, isWhole: Bool,
    sums: Bool
  ) throws(StoreError) {
    try encrypted.checkTrees(main)
    guard isWhole else { return }
    let values = ValueReader(pages, encrypted)
    _ = try encrypted.openCounters(main, values, version: meta.transaction)
    try encrypted.note(main.values, of: .main)
    try named.note(to: encrypted)
    // The space `meta` was walked when the format was read.
    for space in KeySpace.named where space != .meta {
      guard let record = main.trees[space] else { continue }
      try TreeWalk.run(record, space.rawValue, pages) { entry throws(StoreError) in try values.note(entry) }
    }
    for (name, record) in main.others.sorted(by: { $0.key < $1.key }) {
      try TreeWalk.run(record, name, pages) { entry throws(StoreError) in try values.note(entry) }
    }
    if sums { try encrypted.checkSum() }
    try walkFreeList(meta, pages)
    try pages.checkLength()
  }
}
