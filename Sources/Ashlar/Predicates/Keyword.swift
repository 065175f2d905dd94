/// The meaning of a word. The case of its letters is ignored.
enum Word: Hashable {
  case name
  case keyword(Keyword)
  case operation(Operator)

  /// Classifies a word by its letters in UTF-8.
  init(_ word: ArraySlice<UInt8>) {
    self = .name
    guard word.count < Word.byLength.count else { return }
    let letters = Letters(word)
    for known in Word.byLength[word.count] where known.letters == letters { self = known.word }
  }

  /// Up to 16 letters in upper case, packed into two integers.
  private struct Letters: Equatable {
    var first: UInt64 = 0
    var last: UInt64 = 0

    init(_ word: some Sequence<UInt8>) {
      for letter in word {
        last = last << 8 | first >> 56
        first = first << 8 | UInt64((97...122).contains(letter) ? letter & ~32 : letter)
      }
    }
  }

  private static let byLength: [[(letters: Letters, word: Word)]] = {
    let known: [(text: String, word: Word)] =
      Keyword.allCases.map { ($0.rawValue, .keyword($0)) } + Operator.all.map { ($0.row.word, .operation($0)) }
    let longest = known.map(\.text.utf8.count).max() ?? 0
    precondition(longest <= 16, "Letters holds 16")
    return (0...longest).map { length in
      known.filter { $0.text.utf8.count == length }.map { (Letters($0.text.utf8), $0.word) }
    }
  }()
}

/// A reserved word that is not an operator.
enum Keyword: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case anyOf = "ANY"
  case someOf = "SOME"
  case allOf = "ALL"
  case noneOf = "NONE"
  case yes = "YES"
  case no = "NO"
  case isTrue = "TRUE"
  case isFalse = "FALSE"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case null = "NULL"
  case isNil = "NIL"
  case inf = "INF"
  case infinity = "INFINITY"
  case nan = "NAN"
  case isSelf = "SELF"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
  case matches = "MATCHES"
  case text = "TEXT"
  case bin = "BIN"
  case binary = "BINARY"
  case subquery = "SUBQUERY"
  case object = "OBJ"
  case geoBox = "GEOBOX"
  case geoCircle = "GEOCIRCLE"
  case geoPolygon = "GEOPOLYGON"
  case sort = "SORT"
  case distinct = "DISTINCT"
  case limit = "LIMIT"
  case asc = "ASC"
  case ascending = "ASCENDING"
  case desc = "DESC"
  case descending = "DESCENDING"
}
