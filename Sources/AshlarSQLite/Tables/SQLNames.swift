/// Finds names that SQLite distinguishes: it compares names without regard to the case of ASCII letters, and Ashlar by their bytes.
struct SQLNames {
  // The names in use, with lowercase ASCII letters.
  private var taken: Set<[UInt8]> = []

  /// Returns the name, or, if it is in use or reserved, the name with the next free number, and marks the result as used.
  mutating func unique(_ name: String) -> String {
    // SQLite reserves names that begin with "sqlite_", and an empty name is confusing in every tool.
    var wanted = SQLNames.withoutNUL(name)
    if wanted.isEmpty || SQLNames.folded(wanted).starts(with: "sqlite_".utf8) { wanted = "_" + wanted }
    var result = wanted
    var number = 2
    while !taken.insert(SQLNames.folded(result)).inserted {
      result = "\(wanted)_\(number)"
      number += 1
    }
    return result
  }

  /// Returns the text with an underscore in place of each NUL, which ends a statement.
  static func withoutNUL(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "_" : $0 }))
  }

  /// Returns the form of a name that is equal for names that SQLite does not distinguish.
  static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
  }
}
