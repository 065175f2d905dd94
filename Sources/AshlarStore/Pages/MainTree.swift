/// The main tree of a file: the records of the other trees, and a few values.
package struct MainTree {
  /// The trees that every file has. One is missing only if the file is damaged or not a database.
  package private(set) var trees: [KeySpace: TreeRecord] = [:]
  /// The other trees, by name.
  private(set) var others: [String: TreeRecord] = [:]
  /// The values, such as the counters. They can only be decoded after the format has been checked.
  package private(set) var values = FoundValues()

  init(_ record: TreeRecord, _ pages: FilePages) throws(StoreError) {
    guard record.orderFlags == 0 else { throw .notADatabase(path: pages.file.path, reason: .foreignContent) }
    var trees: [KeySpace: TreeRecord] = [:]
    var others: [String: TreeRecord] = [:]
    var values = FoundValues()
    try TreeWalk.run(record, "main", pages) { entry throws(StoreError) in
      guard entry.isTree else {
        values.add(entry, pages)
        return nil
      }
      guard entry.size == TreeRecord.size, !entry.page.isOverflow(entry.index), let place = entry.page.data(entry.index).baseAddress
      else { return .value(entry.index) }
      let record = TreeRecord(at: place)
      let name = String(decoding: entry.key, as: UTF8.self)
      if let space = KeySpace(rawValue: name), !space.isOfFeature {
        guard record.orderFlags == (space.hasIntegerKeys ? TreeRecord.integerKeys : 0) else { return .value(entry.index) }
        trees[space] = record
      } else {
        others[name] = record
      }
      return nil
    }
    (self.trees, self.others, self.values) = (trees, others, values)
  }

  /// The record of the tree of encrypted nodes; nil if there is none.
  package var sealed: TreeRecord? { others[KeySpace.sealed.rawValue] }

  /// Decodes the counters. Must be called after the format has been checked.
  /// - Parameter opened: The counters of an encrypted file; nil if the file is not encrypted.
  func counters(_ opened: [UInt8]?, _ pages: FilePages) throws(StoreError) -> Counters {
    let stored: [UInt8]
    if let opened {
      stored = opened
    } else if let found = values[Counters.name] {
      stored = try found.bytes(pages)
    } else {
      if trees[.patches] == nil { return Counters() }
      throw .damaged(path: pages.file.path, detail: "its counters are missing")
    }
    guard let counters = stored.withUnsafeBytes(Counters.decode) else {
      throw .damaged(path: pages.file.path, detail: "its counters cannot be read")
    }
    return counters
  }
}
