import AshlarSchema

/// The objects of a collection, grouped by keys. The members of this type read the objects and return a value for each group.
///
/// ```swift
/// let cities = orders.grouped(by: \.city)
/// print(cities.sum(of: \.total))
/// print(cities.count.ordered { $0.value > $1.value })
/// ```
///
/// Each member reads the collection as it is at the time of the access, and the result does not change afterwards. Groups are in ascending
/// order of their keys, in the order of `sorted(by:)`: nil precedes all other keys. See the guide, *Reading and querying*.
///
/// Complexity of each member: O(objects), plus O(groups log groups) for the order of the groups. Only the columns of the keys and of the
/// value are read.
public struct GroupedResults<Element: ObjectBase & RealmCollectionValue, Key> {
  private let run: GroupRun
  private let key: (Element) -> Key

  init(_ results: _ResultsCore, _ keyPaths: [PartialKeyPath<Element>], _ key: @escaping (Element) -> Key) {
    let keys = keyPaths.map { keyPath in
      GroupRun.Key(
        path: KeyPathParts.path(of: keyPath, for: .values), acceptsNil: Swift.type(of: keyPath).valueType is any OptionalProtocol.Type)
    }
    run = GroupRun(results, keys)
    self.key = key
  }

  /// The keys, in ascending order.
  public var keys: [Key] { run.counts().rows.map(key(of:)) }

  /// The number of objects of each group.
  public var count: GroupedValues<Key, Int> {
    let (rows, counts) = run.counts()
    return grouped(rows, counts, "count")
  }

  /// Returns the first objects of each group, in the order of the collection.
  ///
  /// ```swift
  /// orders.sorted(by: \.date).grouped(by: \.customer?.name).first(1)  // the first order of each customer
  /// ```
  ///
  /// - Parameter count: The maximum number of objects to return for each group. A negative number stops the program.
  public func first(_ count: Int) -> GroupedValues<Key, [Element]> {
    if count < 0 { misuse(.negativeIndex(name: "count")) }
    let (rows, members) = run.members(count, order: nil)
    return grouped(rows, objects(members), "first(\(count))")
  }

  /// Returns the objects of each group with the largest values of a property, in descending order of these values.
  ///
  /// ```swift
  /// for (city, best) in orders.grouped(by: \.city).top(3, by: \.total) { print(city, best.map(\.total)) }
  /// ```
  ///
  /// Objects with equal values are in the order of the collection.
  ///
  /// - Parameters:
  ///   - count: The maximum number of objects to return for each group. A negative number stops the program.
  ///   - keyPath: A stored property, or a path through to-one links.
  ///   - ascending: Whether the objects with the smallest values are returned instead, in ascending order.
  public func top<T: _HasPersistedType>(
    _ count: Int, by keyPath: KeyPath<Element, T>, ascending: Bool = false
  ) -> GroupedValues<Key, [Element]> where T.PersistedType: SortableType {
    if count < 0 { misuse(.negativeIndex(name: "count")) }
    let path = KeyPathParts.path(of: keyPath, for: .values)
    let (rows, members) = run.members(count, order: SortDescriptor(keyPath: path, ascending: ascending))
    return grouped(rows, objects(members), "top(\(count), \(path))")
  }

  private func objects(_ members: [[Int64]]) -> [[Element]] { members.map { $0.map { Element._object(run.results, $0) } } }

  // The key of a group is read from any of its objects.
  private func key(of row: Int64) -> Key { key(Element._object(run.results, row)) }

  private func grouped<Value>(_ rows: [Int64], _ values: [Value], _ title: String) -> GroupedValues<Key, Value> {
    GroupedValues(rows.map(key(of:)), values, run.keys.map(\.path) + [title])
  }
}

extension GroupedResults {
  /// Computes an aggregate for each group.
  func figures<T>(
    _ figure: GroupFigure, _ keyPath: PartialKeyPath<Element>, _ deliver: (Any?, _ origin: String) -> T
  ) -> GroupedValues<Key, T> {
    let path = KeyPathParts.path(of: keyPath, for: .values)
    let (rows, values) = run.figures(figure, path)
    let origin = "of '\(run.results.entity.model.name).\(path)'"
    return grouped(rows, values.map { deliver($0, origin) }, "\(figure.name)(\(path))")
  }
}
