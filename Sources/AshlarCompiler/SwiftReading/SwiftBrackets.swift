/// Matches opening and closing brackets.
struct SwiftBrackets {
  /// For each token, the index of the closing bracket; 0 for tokens that are not opening brackets.
  private var ends: [Int32]
  /// The first unmatched bracket, and whether it is an opening one.
  private(set) var unpaired: (token: Int, opens: Bool)?

  /// Matches the brackets among the tokens. Complexity: O(n) if all brackets match, otherwise O(n²).
  init(_ tokens: [SwiftToken]) {
    ends = [Int32](repeating: 0, count: tokens.count)
    var open: [(index: Int, closing: UInt8)] = []
    for (index, token) in tokens.enumerated() where token.kind == .mark {
      switch token.byte {
      case UInt8(ascii: "{"): open.append((index, UInt8(ascii: "}")))
      case UInt8(ascii: "("): open.append((index, UInt8(ascii: ")")))
      case UInt8(ascii: "["): open.append((index, UInt8(ascii: "]")))
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard let last = open.last, last.closing == token.byte else {
          unpaired = unpaired ?? (open.last?.index ?? index, opens: !open.isEmpty)
          // Inner brackets that are never closed end with the enclosing pair.
          guard let outer = open.lastIndex(where: { $0.closing == token.byte }) else { continue }
          for inner in open[(outer + 1)...] { ends[inner.index] = Int32(index) }
          ends[open[outer].index] = Int32(index)
          open.removeSubrange(outer...)
          continue
        }
        ends[last.index] = Int32(index)
        open.removeLast()
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
