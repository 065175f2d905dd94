/// What sectioned results and a section of them have in common.
public nonisolated protocol RealmSectionedResult: RandomAccessCollection, Equatable, ThreadConfined where Index == Int {
  /// How many sections or elements there are.
  var count: Int { get }
}

extension RealmSectionedResult {
  /// 0.
  public var startIndex: Int { 0 }
  /// `count`.
  public var endIndex: Int { count }
  /// The next position; not checked.
  public func index(after i: Int) -> Int { i + 1 }
  /// The position before; not checked.
  public func index(before i: Int) -> Int { i - 1 }
}
