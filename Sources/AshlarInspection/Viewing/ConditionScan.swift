/// The words and symbols before a position in the text of a condition. The condition need not be complete.
struct ConditionScan {
  enum Token: Equatable {
    /// Names that are joined by dots, or a keyword.
    case path([String])
    case literal
    case symbol(String)
  }

  /// The number of UTF-16 code units before the position.
  let position: Int
  /// The number of UTF-16 code units before the word that ends at the position.
  private(set) var wordStart: Int
  /// The word that ends at the position; empty if there is none.
  private(set) var word = ""
  /// The names before the word if the word is part of a path; otherwise empty.
  private(set) var path: [String] = []
  /// The tokens before the path and the word.
  private(set) var tokens: [Token] = []
  /// Whether the position is inside a quoted text.
  private(set) var isInText = false

  init(_ text: String, _ position: Int) {
    let units = Array(text.utf16.prefix(max(0, position)))
    self.position = units.count
    wordStart = units.count
    var at = 0
    // The names of the path that is being read, and whether a dot follows them.
    var names: [String] = []
    var isAfterDot = false
    func finishPath(_ tokens: inout [Token]) {
      if !names.isEmpty { tokens.append(.path(names)) }
      names = []
    }
    while at < units.count {
      let unit = units[at]
      if ConditionScan.isOfName(unit) || unit == 35 || unit == 64 {
        let start = at
        at += 1
        while at < units.count, ConditionScan.isOfName(units[at]) { at += 1 }
        let name = String(decoding: units[start..<at], as: UTF16.self)
        if at == units.count {
          word = name.hasPrefix("#") ? String(name.dropFirst()) : name
          wordStart = start
          if isAfterDot { path = names } else { finishPath(&tokens) }
          return
        }
        if !isAfterDot { finishPath(&tokens) }
        if names.isEmpty, let first = units[start...].first, (48...57).contains(first) {
          tokens.append(.literal)
        } else {
          names.append(name.hasPrefix("#") ? String(name.dropFirst()) : name)
        }
        isAfterDot = false
      } else if unit == 46, !names.isEmpty {
        isAfterDot = true
        at += 1
      } else if unit == 34 || unit == 39 {
        finishPath(&tokens)
        at += 1
        var isClosed = false
        while at < units.count {
          if units[at] == 92 { at += 2; continue }
          at += 1
          if units[at - 1] == unit { isClosed = true; break }
        }
        if !isClosed { isInText = true }
        tokens.append(.literal)
        isAfterDot = false
      } else if unit == 91 {
        // Options such as [c], or an index in a list.
        while at < units.count, units[at] != 93 { at += 1 }
        at += 1
      } else if unit <= 32 {
        at += 1
        isAfterDot = false
      } else {
        finishPath(&tokens)
        isAfterDot = false
        let two = at + 1 < units.count ? String(decoding: units[at...(at + 1)], as: UTF16.self) : ""
        if ["==", "!=", "<=", ">=", "<>", "=<", "=>", "&&", "||"].contains(two) {
          tokens.append(.symbol(two))
          at += 2
        } else {
          tokens.append(.symbol(String(decoding: [unit], as: UTF16.self)))
          at += 1
        }
      }
    }
    if isAfterDot { path = names } else { finishPath(&tokens) }
  }

  private static func isOfName(_ unit: UInt16) -> Bool {
    (65...90).contains(unit) || (97...122).contains(unit) || (48...57).contains(unit) || unit == 95 || unit == 36 || unit >= 128
  }
}
