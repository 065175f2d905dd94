/// SplitMix64: the same numbers for the same seed everywhere.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Starts at a seed.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// True once in `count` times.
  public mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// A number from zero up to `limit`, which is not one of them.
  public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// True in `percent` of a hundred calls.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of the elements.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// `count` bytes, each one of `letters`, of which there are 256 at most. Takes eight from each number and calls nothing generic, which
  /// costs more than all else where tests are built without optimization.
  public mutating func bytes(_ count: Int, of letters: [UInt8]) -> [UInt8] {
    precondition(!letters.isEmpty && letters.count <= 256, "1 to 256 letters, not \(letters.count)")
    // An array made with no capacity writes its count to the empty array that threads share, which ThreadSanitizer reports.
    guard count > 0 else { return [] }
    return letters.withUnsafeBufferPointer { letters in
      [UInt8](unsafeUninitializedCapacity: count) { bytes, made in
        guard let from = letters.baseAddress, let to = bytes.baseAddress else { return }
        let kinds = letters.count
        var word = 0
        while made < count {
          if made & 7 == 0 { word = Int(bitPattern: UInt(next())) }
          to[made] = from[((word & 0xff) &* kinds) &>> 8]
          word = word &>> 8
          made += 1
        }
      }
    }
  }
}
