import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The counter in the last 3 bytes of identifiers. It starts at a random value and wraps at 24 bits.
private let counter = Atomic<UInt32>(UInt32.random(in: 0...0xff_ffff))

/// The 5 bytes in the middle of identifiers, chosen at random for each process.
private let processBytes = UInt64.random(in: 0...0xff_ffff_ffff)

extension ObjectId {
  /// Generates an identifier for the current second. May be called on any thread. Complexity: O(1).
  ///
  /// ```swift
  /// @Persisted(primaryKey: true) var id = ObjectId.generate()
  /// ```
  public static func generate() -> ObjectId {
    ObjectId(timestamp: Date(), middle: processBytes)
  }

  /// Creates an identifier from its parts. Identifiers with equal parts differ in the counter.
  ///
  /// ```swift
  /// let id = ObjectId(timestamp: Date(), machineId: 1, processId: 2)
  /// ```
  ///
  /// - Parameters:
  ///   - timestamp: Stored as whole seconds since 1970, modulo 2^32. A date that is not finite, or beyond 64 bits of seconds, stops the
  ///     program.
  ///   - machineId: The three low bytes are stored, the lowest first.
  ///   - processId: The two low bytes are stored, the lowest first.
  public init(timestamp: Date, machineId: Int, processId: Int) {
    let machine = UInt64(truncatingIfNeeded: machineId)
    let process = UInt64(truncatingIfNeeded: processId)
    let middle =
      (machine & 0xff) << 32 | (machine >> 8 & 0xff) << 24 | (machine >> 16 & 0xff) << 16 | (process & 0xff) << 8 | process >> 8 & 0xff
    self.init(timestamp: timestamp, middle: middle)
  }

  /// Creates an identifier whose bytes 4 to 8 are the 40 low bits of `middle`.
  private init(timestamp: Date, middle: UInt64) {
    guard let seconds = Int64(exactly: timestamp.timeIntervalSince1970.rounded(.towardZero)) else {
      misuse(
        .value(
          "The time of an ObjectId must be finite and within 64 bits of seconds since 1970, but is "
            + "\(timestamp.timeIntervalSince1970) seconds. Pass another date, or call 'ObjectId.generate()' for the current time."))
    }
    let count = counter.wrappingAdd(1, ordering: .relaxed).oldValue & 0xff_ffff
    let time = UInt64(UInt32(truncatingIfNeeded: seconds))
    self.init(high: time << 32 | middle >> 8, low: UInt32(truncatingIfNeeded: middle & 0xff) << 24 | count)
  }

  /// The creation time in whole seconds, from 1970 to 2106.
  ///
  /// ```swift
  /// let created = person.id.timestamp
  /// ```
  public var timestamp: Date {
    Date(timeIntervalSince1970: Double(high >> 32))
  }
}
