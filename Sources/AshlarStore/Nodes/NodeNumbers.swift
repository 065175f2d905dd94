/// Assigns the numbers of nodes and long values: a permutation of a counter. Numbers that ascend in the order in which nodes are made would
/// show the order of keys, because an index that is built from sorted entries makes its nodes in this order.
struct NodeNumbers: Sendable {
  /// Returns the number for a value of the counter. Different values have different numbers, or seldom equal ones.
  let number: @Sendable (_ counter: UInt64) -> UInt64

  /// A fixed permutation of 64 bits, which hides nothing from who knows it.
  static let mixed = NodeNumbers { counter in
    // Each step is invertible: a multiplication by an odd number, and an exclusive or with higher bits.
    var bits = (counter &+ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    bits ^= bits >> 29
    bits = bits &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 32
  }
}
