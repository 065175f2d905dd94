/// Creates names that SQLite distinguishes. SQLite ignores the case of ASCII letters in names, whereas Ashlar compares names byte for byte.
struct SQLNames {
  // The names in use, in the form of `folded`.
  private var taken: Set<[UInt8]> = []

  /// Returns the name and marks the result as used. A reserved or empty name is prefixed with an underscore, and a name that is in use
  /// receives the next unused number.
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

  /// Returns the text with an underscore in place of each NUL, which would end a statement.
  static func withoutNUL(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "_" : $0 }))
  }

  /// Returns a name with lowercase ASCII letters. The results are equal for names that SQLite does not distinguish.
  static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
  }
}
