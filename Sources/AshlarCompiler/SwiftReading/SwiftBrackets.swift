/// Matches opening and closing brackets.
struct SwiftBrackets {
  /// For each token, the index of the closing bracket; 0 for tokens that are not opening brackets.
  private var ends: [Int32]
  /// The first unmatched bracket, and whether it is an opening one.
  private(set) var unpaired: (token: Int, opens: Bool)?

  /// Matches the brackets among the tokens. Complexity: O(n).
  init(_ tokens: [SwiftToken]) {
    ends = [Int32](repeating: 0, count: tokens.count)
    var open: [(index: Int, closing: UInt8)] = []
    // The number of brackets in `open` by their closing bracket, so that `open` is searched only for a bracket that it contains.
    var counts: [UInt8: Int] = [:]
    for (index, token) in tokens.enumerated() where token.kind == .mark {
      switch token.byte {
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
        // In ASCII, a closing brace or square bracket is two places after the opening one, and a closing parenthesis one place.
        let closing = token.byte + (token.byte == UInt8(ascii: "(") ? 1 : 2)
        open.append((index, closing))
        counts[closing, default: 0] += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        if open.last?.closing != token.byte { unpaired = unpaired ?? (open.last?.index ?? index, opens: !open.isEmpty) }
        guard counts[token.byte, default: 0] > 0 else { continue }
        // Inner brackets that are never closed end with the enclosing pair.
        while let last = open.popLast() {
          ends[last.index] = Int32(index)
          counts[last.closing, default: 0] -= 1
          if last.closing == token.byte { break }
        }
      default: break
      }
    }
    if let last = open.last { unpaired = unpaired ?? (last.index, opens: true) }
    for bracket in open { ends[bracket.index] = Int32(max(bracket.index, tokens.count - 1)) }
  }

  /// Returns the index of the token that closes the bracket at `index`; `index` itself if it is not an opening bracket. A bracket that is
  /// never closed ends with the enclosing pair, or at the last token.
  func end(of index: Int) -> Int { max(index, Int(ends[index])) }
}
