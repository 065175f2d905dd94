import CAshlar

/// A holder of the write lock, or a caller that waits for it; for messages and deadlock detection.
public final class WriteHolder: Sendable {
  /// The context in which a write transaction can be ended.
  public enum Confinement: Sendable, Equatable {
    /// The write can be ended on any thread.
    case none
    /// The write can be ended only on the thread that began it.
    case thread
    /// The write can be ended only on the queue, actor or task that these numbers identify.
    case isolated(kind: UInt8, number: UInt64)
  }

  /// The call site that opened the Realm, as `Module/File.swift:12`, if known.
  public let place: String?
  let confinement: Confinement

  /// Creates a holder.
  public init(place: String? = nil, confinement: Confinement = .none) {
    self.place = place
    self.confinement = confinement
  }

  /// The holder for operations of the store.
  static let store = WriteHolder()

  private var isIsolated: Bool {
    if case .isolated = confinement { true } else { false }
  }

  /// Returns whether this waiter would wait for itself: whether the write of `held`, begun by `thread`, can be ended only by the code that
  /// waits.
  func waitsForItself(_ held: WriteHolder, by thread: UInt) -> Bool {
    switch held.confinement {
    case .none: false
    case .thread: !isIsolated && thread == UInt(ashlar_thread())
    case .isolated: confinement == held.confinement
    }
  }
}

/// The properties of the holder of the write lock, for messages.
public struct WriteHolding: Hashable, Sendable {
  /// The process of the holder.
  public var process: Int32
  /// The thread that began the write.
  public var thread: UInt
  /// The call site that opened the Realm; nil if it is unknown.
  public var place: String?
  /// The time for which the lock has been held.
  public var age: Duration
}

extension WriteHolding: CustomStringConvertible {
  /// All properties in one phrase.
  public var description: String {
    let realm = place.map { "the Realm opened at \($0)" } ?? "an operation of the store"
    return "thread 0x\(String(thread, radix: 16)) of process \(process), for \(realm), since \(age.inSeconds)"
  }
}

extension Duration {
  /// The duration as `2 s` or `200 ms`.
  var inSeconds: String {
    let (seconds, parts) = components
    return seconds > 0 ? "\(seconds) s" : "\(parts / 1_000_000_000_000_000) ms"
  }
}
