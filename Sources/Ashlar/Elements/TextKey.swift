import AshlarStore

/// A key of an unmanaged map. As in stored maps, strings are compared by their bytes: a composed and a decomposed letter differ.
struct TextKey: Hashable {
  let text: String

  static func == (a: TextKey, b: TextKey) -> Bool {
    TextCell.withBytes(of: a.text) { a in TextCell.withBytes(of: b.text) { b in CellValue.order(a, b) == 0 } }
  }

  func hash(into hasher: inout Hasher) { TextCell.withBytes(of: text) { hasher.combine(bytes: $0) } }

  /// Returns whether a map can contain the key.
  static func isAllowed(_ key: String) -> Bool { key.utf8.first != UInt8(ascii: "$") && !key.utf8.contains(UInt8(ascii: ".")) }
}
