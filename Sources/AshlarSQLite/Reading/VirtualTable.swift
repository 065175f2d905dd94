/// A virtual table of an SQLite database, and the tables in which its module stores its contents.
struct VirtualTable {
  let name: String
  /// The names of the tables, in the form of `SQLNames.folded`.
  let storage: Set<[UInt8]>

  /// Parses the statement that created a table. Returns nil if it does not create a virtual table.
  init?(_ name: String, _ sql: String) {
    let tokens = SQLTokens(sql).tokens
    guard tokens.count > 2, tokens[0].isWord("create"), tokens[1].isWord("virtual") else { return nil }
    self.name = name
    let module = tokens.firstIndex { $0.isWord("using") }.flatMap { $0 + 1 < tokens.count ? tokens[$0 + 1] : nil }
    var endings: [String] = []
    if let module {
      for (names, parts) in Self.modules where names.contains(where: module.isNamed) { endings = parts }
    }
    // With the option `content`, the text is stored in another table, whose name is the value of the option, or is not stored.
    let hasContent = zip(tokens, tokens.dropFirst()).contains { $0.isNamed("content") && $1 == .symbol("=") }
    storage = Set(endings.filter { $0 != "content" || !hasContent }.map { SQLNames.folded("\(name)_\($0)") })
  }

  // The suffixes of the names of the tables in which SQLite's own modules store their contents. The tables of other modules are imported
  // like ordinary tables.
  private static let modules: [(names: [String], endings: [String])] = [
    (["fts3", "fts4"], ["content", "segments", "segdir", "docsize", "stat"]),
    (["fts5"], ["data", "idx", "content", "docsize", "config"]), (["rtree", "rtree_i32", "geopoly"], ["node", "rowid", "parent"]),
  ]
}

extension SQLTokens.Token {
  /// Returns whether the token, in quotes or not, is the name `name`, which must be in lowercase.
  fileprivate func isNamed(_ name: String) -> Bool {
    switch self {
    case .word(let text), .name(let text), .text(let text): SQLNames.folded(text).elementsEqual(name.utf8)
    case .symbol: false
    }
  }
}
