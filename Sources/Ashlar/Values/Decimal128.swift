/// A decimal number of 34 significant digits, from 1E-6176 to 9.999…E6144, with signed zeros, infinities and NaN: IEEE
/// 754-2008 decimal128.
///
/// Arithmetic rounds half to even and never stops the program: dividing by zero gives an infinity or NaN.
@frozen public nonisolated struct Decimal128: Sendable {
  /// The lower half of the binary integer encoding.
  public let bidLow: UInt64
  /// The upper half of the binary integer encoding: sign, exponent and the upper bits of the significand.
  public let bidHigh: UInt64

  /// The number encoded by these halves (IEEE 754 decimal128, binary integer decimal).
  @inlinable public init(bidLow: UInt64, high: UInt64) {
    self.bidLow = bidLow
    bidHigh = high
  }

  /// Zero.
  @inlinable public init() {
    self.init(bidLow: 0, high: 0x3040_0000_0000_0000)
  }

  /// Negative infinity.
  @inlinable public static var min: Decimal128 { Decimal128(bidLow: 0, high: 0xf800_0000_0000_0000) }

  /// Positive infinity.
  @inlinable public static var max: Decimal128 { Decimal128(bidLow: 0, high: 0x7800_0000_0000_0000) }

  /// The NaN that invalid operations give.
  @inlinable static var nan: Decimal128 { Decimal128(bidLow: 0, high: 0x7c00_0000_0000_0000) }

  /// The NaN that stands for null.
  @inlinable static var null: Decimal128 { Decimal128(bidLow: 0xaa, high: 0x7c00_0000_0000_0000) }

  /// Whether this is NaN.
  @inlinable public var isNaN: Bool { bidHigh & 0x7c00_0000_0000_0000 == 0x7c00_0000_0000_0000 }

  /// Whether this is NaN; the same as `isNaN`.
  @inlinable public var isSignaling: Bool { isNaN }

  /// Whether this is NaN; the same as `isNaN`.
  @inlinable public var isSignalingNaN: Bool { isNaN }

  @inlinable var isInfinite: Bool { bidHigh & 0x7c00_0000_0000_0000 == 0x7800_0000_0000_0000 }

  @inlinable var isNegative: Bool { bidHigh >> 63 == 1 }

  /// The number without its sign.
  @inlinable public var magnitude: Decimal128 {
    isNaN ? self : Decimal128(bidLow: bidLow, high: bidHigh & 0x7fff_ffff_ffff_ffff)
  }

  /// Changes the sign, that of zero too. NaN stays as it is.
  @inlinable public mutating func negate() {
    if !isNaN { self = Decimal128(bidLow: bidLow, high: bidHigh ^ 0x8000_0000_0000_0000) }
  }
}
