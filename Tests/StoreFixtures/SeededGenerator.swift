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
}
