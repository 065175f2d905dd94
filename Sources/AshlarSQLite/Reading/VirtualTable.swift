/// A virtual table of an SQLite database, and the tables in which its module stores its contents.
struct VirtualTable {
  let name: String
  // The names of the tables, in the form of `SQLNames.folded`.
  private let storage: Set<[UInt8]>
  // The two forms of the `CREATE TABLE` statement of the table `…_stat`, which FTS3 adds only for the commands `merge` and `automerge`: as
  // FTS3 writes it, and as SQLite rewrites it when the virtual table is renamed. An ordinary table of the same name has another statement.
  private let optional: [String]

  /// Parses the statement that created a table. Returns nil if it does not create a virtual table.
  init?(_ name: String, _ sql: String) {
    let tokens = SQLTokens(sql).tokens
    guard tokens.count > 2, tokens[0].isWord("create"), tokens[1].isWord("virtual") else { return nil }
    self.name = name
    var module = ""
    var options = Options([])
    if let using = tokens.firstIndex(where: { $0.isWord("using") }), using + 1 < tokens.count {
      module = tokens[using + 1].folded ?? ""
      options = Options(tokens[(using + 2)...])
    }
    storage = Set(Self.endings(module, options).map { SQLNames.folded("\(name)_\($0)") })
    let statistics = "\(name)_stat"
    optional =
      module == "fts3"
      ? [SQLText.literal(statistics), SQLText.name(statistics)].map { "CREATE TABLE \($0)(id INTEGER PRIMARY KEY, value BLOB)" } : []
  }

  /// Returns whether the module stores its contents in a table.
  /// - Parameter sql: The statement that created the table.
  func stores(_ table: String, _ sql: String) -> Bool {
    storage.contains(SQLNames.folded(table)) || optional.contains(sql)
  }

  // Returns the suffixes of the names of the tables in which SQLite's own modules store their contents. The tables of other modules are
  // imported like ordinary tables.
  private static func endings(_ module: String, _ options: Options) -> [String] {
    switch module {
    case "fts3": return ["content", "segments", "segdir"]
    case "fts4":
      // With the option `content`, the text is stored in another table, whose name is the value of the option, or is not stored.
      let content = options["content"] == nil ? ["content"] : []
      return content + ["segments", "segdir", "stat"] + (options["matchinfo"] == "fts3" ? [] : ["docsize"])
    case "fts5":
      let names = ["prefix", "tokenize", "content", "contentless_delete", "contentless_unindexed", "content_rowid", "columnsize"]
      let options = options.completed(names)
      // Since SQLite 3.47, a table without content can store the columns that are not indexed.
      let hasContent = options["content"] == nil || options["contentless_unindexed"] == "1"
      return ["data", "idx", "config"] + (hasContent ? ["content"] : []) + (options["columnsize"] == "0" ? [] : ["docsize"])
    case "rtree", "rtree_i32", "geopoly": return ["node", "rowid", "parent"]
    default: return []
    }
  }

  // The options among the arguments of a module, such as `content = ''`. Names and values have lowercase letters.
  private struct Options {
    private var values: [String: String] = [:]

    init(_ tokens: ArraySlice<SQLTokens.Token>) {
      guard let open = tokens.first, open == .symbol("(") else { return }
      // The arguments of a column definition may be in parentheses, but those of an option are not.
      for argument in tokens.dropFirst().split(separator: .symbol(",")) {
        guard argument.count > 1, let name = argument[argument.startIndex].folded, argument[argument.startIndex + 1] == .symbol("=") else {
          continue
        }
        values[name] = argument.dropFirst(2).first?.folded ?? ""
      }
    }

    subscript(name: String) -> String? { values[name] }

    // Replaces abbreviated names with the first of `names` that begins with them: FTS5 permits such abbreviations.
    func completed(_ names: [String]) -> Options {
      var options = self
      options.values = [:]
      for (name, value) in values { options.values[names.first { $0.hasPrefix(name) } ?? name] = value }
      return options
    }
  }
}

extension SQLTokens.Token {
  /// The word, name or text, in quotes or not, with lowercase letters; nil for a symbol.
  fileprivate var folded: String? {
    switch self {
    case .word(let text), .name(let text), .text(let text): String(decoding: SQLNames.folded(text), as: UTF8.self)
    case .symbol: nil
    }
  }
}
