import CAshlar

/// Who wants the right to write a file, for those who wait for it.
public final class WriteHolder: Sendable {
  /// Where a write transaction can be ended.
  public enum Confinement: Sendable, Equatable {
    /// Anywhere.
    case none
    /// On the thread that began it.
    case thread
    /// On the queue, or by the actor or task, that these numbers tell apart from others.
    case isolated(kind: UInt8, number: UInt64)
  }

  /// Where the program opened its Realm, as `Module/File.swift:12`.
  public let place: String?
  let confinement: Confinement

  /// Makes a holder.
  public init(place: String? = nil, confinement: Confinement = .none) {
    self.place = place
    self.confinement = confinement
  }

  /// An operation of the store.
  static let store = WriteHolder()

  private var isIsolated: Bool {
    if case .isolated = confinement { true } else { false }
  }

  /// Whether this one would wait for itself: only where `held` was begun, by `thread`, can it end, and there this one waits.
  func waitsForItself(_ held: WriteHolder, by thread: UInt) -> Bool {
    switch held.confinement {
    case .none: false
    case .thread: !isIsolated && thread == UInt(ashlar_thread())
    case .isolated: confinement == held.confinement
    }
  }
}

/// Who has the right to write, as far as that is known.
public struct WriteHolding: Hashable, Sendable {
  /// Its process.
  public var process: Int32
  /// The thread that began the write.
  public var thread: UInt
  /// Where the program opened its Realm.
  public var place: String?
  /// For how long.
  public var age: Duration
}

extension WriteHolding: CustomStringConvertible {
  /// All of it in one phrase.
  public var description: String {
    let realm = place.map { "the Realm opened at \($0)" } ?? "an operation of the store"
    return "thread 0x\(String(thread, radix: 16)) of process \(process), for \(realm), since \(age.inSeconds)"
  }
}

extension Duration {
  /// `2 s` or `200 ms`.
  var inSeconds: String {
    let (seconds, parts) = components
    return seconds > 0 ? "\(seconds) s" : "\(parts / 1_000_000_000_000_000) ms"
  }
}
