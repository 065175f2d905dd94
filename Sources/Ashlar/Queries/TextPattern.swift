import CAshlar

/// A text pattern in which `*` matches any text and `?` one Unicode scalar. It has no escapes; `CONTAINS` finds a literal `*`.
struct TextPattern {
  private let items: [UInt8]
  private let options: StringOptions

  init(_ bytes: [UInt8], _ options: StringOptions) {
    self.options = options
    items = bytes.withUnsafeBytes(options.folded)
  }

  /// Returns whether the whole text matches the pattern. Complexity: O(bytes × items) in the worst case, because only the last `*` is
  /// retried.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    options.isEmpty ? holds(bytes) : options.withFolded(bytes, holds)
  }

  private func holds(_ bytes: UnsafeRawBufferPointer) -> Bool {
    items.withUnsafeBufferPointer { items in
      ashlar_like(items.baseAddress, items.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count) != 0
    }
  }

  /// Returns the relation and the text that a pattern is equivalent to: `a*` to `BEGINSWITH "a"`, `*a*` to `CONTAINS "a"`. Returns nil for
  /// a pattern that contains a `?` or has a `*` between other characters, or that contains no character other than `*`.
  static func equivalent(_ pattern: String) -> (relation: Relation, text: String)? {
    let beginsOpen = pattern.utf8.first == UInt8(ascii: "*")
    let endsOpen = pattern.utf8.last == UInt8(ascii: "*")
    let text = pattern.utf8.drop { $0 == UInt8(ascii: "*") }.reversed().drop { $0 == UInt8(ascii: "*") }
    if text.isEmpty || text.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) { return nil }
    let relation: Relation =
      switch (beginsOpen, endsOpen) {
      case (false, false): .order(.equal)
      case (false, true): .text(.begins)
      case (true, false): .text(.ends)
      case (true, true): .text(.contains)
      }
    return (relation, String(decoding: text.reversed(), as: UTF8.self))
  }
}
