/// A text pattern in which `*` matches any text and `?` one Unicode scalar. It has no escapes; `CONTAINS` finds a literal `*`.
struct TextPattern {
  private enum Item: Equatable {
    case byte(UInt8)
    case one
    case any
  }

  private let items: [Item]
  private let options: StringOptions

  init(_ bytes: [UInt8], _ options: StringOptions) {
    self.options = options
    items = bytes.withUnsafeBytes(options.folded).map { byte in
      switch byte {
      case UInt8(ascii: "*"): .any
      case UInt8(ascii: "?"): .one
      default: .byte(byte)
      }
    }
  }

  /// Returns whether the whole text matches the pattern. Complexity: O(bytes × items) in the worst case, because only the last `*` is
  /// retried.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if options.isEmpty { return holds(bytes) }
    if options == .caseInsensitive { return withFoldedCase(bytes, holds) }
    return options.folded(bytes).withUnsafeBytes(holds)
  }

  private func holds(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var (item, position) = (0, 0)
    // The item after the last `*`, and the end of the text that this `*` has matched so far.
    var retry: (item: Int, position: Int)?
    while position < bytes.count || item < items.count {
      if item < items.count {
        switch items[item] {
        case .any:
          item += 1
          retry = (item, position)
          continue
        case .one where position < bytes.count:
          position = TextPattern.next(bytes, position)
          item += 1
          continue
        case .byte(let byte) where position < bytes.count && bytes[position] == byte:
          position += 1
          item += 1
          continue
        default: break
        }
      }
      guard let last = retry, last.position < bytes.count else { return false }
      let next = TextPattern.next(bytes, last.position)
      retry = (last.item, next)
      (item, position) = (last.item, next)
    }
    return true
  }

  // Returns the position after the scalar at a position.
  private static func next(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> Int {
    var next = position + 1
    while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}
