import AshlarStore

/// Assigns the numbers of nodes and long values by permuting the values of a counter. An index that is built from sorted entries creates
/// its nodes in the order of their keys; ascending numbers would therefore reveal this order.
struct NodeNumbers: Sendable {
  /// Returns the number for a value of the counter. The numbers for different values rarely coincide, or never.
  let number: @Sendable (_ counter: UInt64) throws(StoreError) -> UInt64

  /// A fixed permutation of 64-bit integers. It hides nothing from a reader who knows it.
  static let mixed = NodeNumbers { counter in
    // Each step is invertible: an addition, a multiplication by an odd number, or an exclusive or with higher bits.
    var bits = (counter &+ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    bits ^= bits >> 29
    bits = bits &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 32
  }
}
