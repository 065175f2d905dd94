import Synchronization

/// Gives ordinals to stored names, from a number on: the same to the same.
public final class UnlistedOrdinals: Sendable {
  private let first: Int
  private let names = Mutex<[String]>([])

  /// The first name gets `first`.
  public init(from first: Int) { self.first = first }

  /// The number of a name.
  public func ordinal(_ name: String) -> Int {
    names.withLock { names in
      if let known = names.firstIndex(of: name) { return first + known }
      names.append(name)
      return first + names.count - 1
    }
  }
}
