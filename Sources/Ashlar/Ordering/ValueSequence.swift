import AshlarStore

/// The values of a path for the rows with the given keys, optionally followed by a captured value.
struct ValueSequence {
  let path: PropertyPath
  let keys: [Int64]
  let root: Int
  let core: _RealmCore
  let last: CapturedValue?

  func makeReader() -> Reader { Reader(sequence: self, reader: ValueReader(path, root, core)) }

  struct Reader {
    let sequence: ValueSequence
    var reader: ValueReader

    /// Returns the value at a position; nil if a link on the path is null or the row does not exist.
    @inline(__always)
    mutating func value(at position: Int) -> CellValue? {
      position < sequence.keys.count ? reader.value(of: sequence.keys[position]) : sequence.last?.value
    }
  }
}

extension SortOrder {
  /// Returns a row's current values of the properties that determine the order.
  func captured(_ key: Int64) -> [CapturedValue] {
    terms.map { term in
      var reader = ValueReader(term.path, root, core)
      let value = reader.value(of: key)
      return withExtendedLifetime(reader) { CapturedValue(value) }
    }
  }
}
