/// A decimal number of up to 34 significant digits and a magnitude from 1E-6176 to 9.999…E6144, with signed zeros, infinities and NaN: IEEE
/// 754-2008 decimal128.
///
/// ```swift
/// let price = try Decimal128(string: "19.90")
/// let total = price * 3  // 59.7
/// ```
///
/// Arithmetic rounds half to even and never stops the program: division by zero returns an infinity or NaN. See the guide, *Values*.
@frozen public nonisolated struct Decimal128: Sendable {
  /// The lower half of the binary integer encoding: `Decimal128(bidLow: n.bidLow, high: n.bidHigh)` has the same bits as `n`.
  public let bidLow: UInt64
  /// The upper half of the binary integer encoding: sign, exponent and the upper bits of the significand. See `bidLow`.
  public let bidHigh: UInt64

  /// Creates the number that is encoded by two halves (IEEE 754 decimal128, binary integer decimal).
  ///
  /// ```swift
  /// let copy = Decimal128(bidLow: price.bidLow, high: price.bidHigh)
  /// ```
  @inlinable public init(bidLow: UInt64, high: UInt64) {
    self.bidLow = bidLow
    bidHigh = high
  }

  /// Creates zero.
  ///
  /// ```swift
  /// let isZero = Decimal128() == 0  // true
  /// ```
  @inlinable public init() {
    self.init(bidLow: 0, high: 0x3040_0000_0000_0000)
  }

  /// Negative infinity.
  ///
  /// ```swift
  /// let lowest = Decimal128.min  // -Inf
  /// ```
  @inlinable public static var min: Decimal128 { Decimal128(bidLow: 0, high: 0xf800_0000_0000_0000) }

  /// Positive infinity.
  ///
  /// ```swift
  /// let highest = Decimal128.max  // Inf
  /// ```
  @inlinable public static var max: Decimal128 { Decimal128(bidLow: 0, high: 0x7800_0000_0000_0000) }

  /// The NaN that invalid operations return.
  @inlinable static var nan: Decimal128 { Decimal128(bidLow: 0, high: 0x7c00_0000_0000_0000) }

  /// The NaN that represents null.
  @inlinable static var null: Decimal128 { Decimal128(bidLow: 0xaa, high: 0x7c00_0000_0000_0000) }

  /// Whether this is NaN: `(Decimal128(0) / 0).isNaN` is true.
  @inlinable public var isNaN: Bool { bidHigh & 0x7c00_0000_0000_0000 == 0x7c00_0000_0000_0000 }

  /// Whether this is NaN; equal to `isNaN`.
  @inlinable public var isSignaling: Bool { isNaN }

  /// Whether this is NaN; equal to `isNaN`.
  @inlinable public var isSignalingNaN: Bool { isNaN }

  @inlinable var isInfinite: Bool { bidHigh & 0x7c00_0000_0000_0000 == 0x7800_0000_0000_0000 }

  @inlinable var isNegative: Bool { bidHigh >> 63 == 1 }

  /// The number without its sign: `Decimal128(-2).magnitude` is 2.
  @inlinable public var magnitude: Decimal128 {
    isNaN ? self : Decimal128(bidLow: bidLow, high: bidHigh & 0x7fff_ffff_ffff_ffff)
  }

  /// Changes the sign, even of zero. NaN is unchanged.
  ///
  /// ```swift
  /// price.negate()
  /// ```
  @inlinable public mutating func negate() {
    if !isNaN { self = Decimal128(bidLow: bidLow, high: bidHigh ^ 0x8000_0000_0000_0000) }
  }
}
