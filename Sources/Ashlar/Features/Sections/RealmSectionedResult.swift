/// The interface that sectioned results and their sections share. See the guide, *Observing*.
public nonisolated protocol RealmSectionedResult: RandomAccessCollection, Equatable, ThreadConfined where Index == Int {
  /// The number of sections or elements.
  var count: Int { get }
}

extension RealmSectionedResult {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The position after the last element, which equals `count`.
  public var endIndex: Int { count }
  /// Returns the position after `i`, without a bounds check.
  public func index(after i: Int) -> Int { i + 1 }
  /// Returns the position before `i`, without a bounds check.
  public func index(before i: Int) -> Int { i - 1 }
}
