internal import AshlarCompiler

/// Derives Swift names from those of tables and columns.
struct DraftedNames {
  private var taken: Set<String> = []
  // The names of the table's columns: a stored name must not be the name of another property.
  private let columns: Set<String>

  init(columns: Set<String> = []) { self.columns = columns }

  /// Returns a name for a type, such as `UserAccounts` for `user_accounts`: words begin with capitals, and plural nouns remain plural.
  mutating func type(_ table: String) -> String {
    unique(Self.words(table).map(Self.capitalized).joined(), prefix: "Record", suffix: "Record", Self.isFreeForTypes)
  }

  /// Returns a name for a property, such as `createdAt` for `created_at`.
  mutating func property(_ column: String) -> String {
    let words = Self.words(column)
    let name = (words.first.map { [Self.uncapitalized($0)] } ?? []).joined() + words.dropFirst().map(Self.capitalized).joined()
    return unique(name, prefix: "value", suffix: "Value") { [columns] name in
      Self.isFreeForProperties(name) && (name == column || !columns.contains(name))
    }
  }

  /// Returns a name for each stored name: the stored name itself if it is valid, and otherwise a name that is derived from it and equal to
  /// no stored name.
  mutating func retained(_ stored: [String], isType: Bool) -> [String: String] {
    var names: [String: String] = [:]
    for name in stored where isType ? Self.isFreeForTypes(name) : Self.isFreeForProperties(name) {
      if taken.insert(name).inserted { names[name] = name }
    }
    for name in stored where names[name] == nil { names[name] = isType ? type(name) : property(name) }
    return names
  }

  // Returns an unused name and marks it as used. The prefix is added to a name that begins with a digit, and replaces an empty name; the
  // suffix is added to a reserved name.
  private mutating func unique(_ name: String, prefix: String, suffix: String, _ isFree: (String) -> Bool) -> String {
    var wanted = name
    if let first = wanted.utf8.first, (0x30...0x39).contains(first) { wanted = prefix + wanted }
    if wanted.isEmpty { wanted = prefix }
    if !isFree(wanted) { wanted += suffix }
    var result = wanted
    var number = 2
    // The name with the suffix can be reserved, too, as `hashValue` is.
    while !isFree(result) || !taken.insert(result).inserted {
      result = "\(wanted)\(number)"
      number += 1
    }
    return result
  }

  // Words consist of ASCII letters and digits; all other characters separate them. The resulting names are therefore identifiers.
  private static func words(_ name: String) -> [String] {
    name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  // A word in capitals becomes entirely lowercase: `ID` becomes `id`.
  private static func uncapitalized(_ word: String) -> String {
    word == word.uppercased() ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
  }

  private static func isFreeForTypes(_ name: String) -> Bool {
    // A type with a key of several properties requires a type and a protocol with these names.
    name != "PrimaryKey" && name != "CompoundKeyed" && SchemaCompiler.isValidName(name) && !ReservedNames.isReservedForTypes(name)
      && ReservedNames.common[name] == nil
  }

  private static func isFreeForProperties(_ name: String) -> Bool {
    SchemaCompiler.isValidName(name) && !ReservedNames.properties.contains(name) && !ReservedNames.underscored.contains("_" + name)
  }
}
