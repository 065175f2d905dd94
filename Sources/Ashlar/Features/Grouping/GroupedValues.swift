/// The keys of groups, each with a value. An instance never changes, and its description is a table.
///
/// ```swift
/// let totals = orders.grouped(by: \.city).sum(of: \.total)
/// print(totals)
/// for (city, total) in totals.ordered(by: { $0.value > $1.value }).prefix(3) { print(city, total) }
/// ```
///
/// `orders.grouped(by: \.city).sum(of: \.total)` prints:
///
/// ```
/// city    sum(total)
/// nil             10
/// Berlin         120
/// ```
public struct GroupedValues<Key, Value>: RandomAccessCollection {
  /// A key, and the value of its group.
  public typealias Element = (key: Key, value: Value)

  /// The key of each group.
  public let keys: [Key]
  /// The values, in the order of `keys`.
  public let values: [Value]
  // One title for each component of the key, and one for the value.
  private let titles: [String]

  init(_ keys: [Key], _ values: [Value], _ titles: [String]) {
    assert(keys.count == values.count, "each group must have a value")
    self.keys = keys
    self.values = values
    self.titles = titles
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The position after the last group, which equals `count`.
  public var endIndex: Int { keys.count }
  /// The group at `position`.
  public subscript(position: Int) -> Element { (key: keys[position], value: values[position]) }

  /// Returns the same groups in another order, such as that of their values: `totals.ordered { $0.value > $1.value }`. The sort is stable.
  public func ordered(by comesBefore: (Element, Element) throws -> Bool) rethrows -> GroupedValues {
    let order = try sorted(by: comesBefore)
    return GroupedValues(order.map(\.key), order.map(\.value), titles)
  }
}

extension GroupedValues where Key: Equatable {
  /// The value of the group with a key; nil if there is no such group: `totals[key: "Berlin"]`. Complexity: O(groups).
  public subscript(key key: Key) -> Value? { keys.firstIndex(of: key).map { values[$0] } }
}

extension GroupedValues where Key: Hashable {
  /// The groups as a dictionary. If several keys are equal as Swift values, such as a composed and a decomposed "é", the dictionary
  /// contains only the group of the first of them. Complexity: O(groups).
  public var dictionary: [Key: Value] { Dictionary(zip(keys, values)) { first, _ in first } }
}

extension GroupedValues: Equatable where Key: Equatable, Value: Equatable {
  /// Returns whether `a` and `b` have the same keys and values in the same order.
  public static func == (a: GroupedValues, b: GroupedValues) -> Bool { a.keys == b.keys && a.values == b.values }
}

extension GroupedValues: Sendable where Key: Sendable, Value: Sendable {}

extension GroupedValues: CustomStringConvertible {
  /// A table with a line for each group, at most 100: the components of the key, and the value.
  public var description: String {
    var table = GroupTable(titles)
    for group in prefix(GroupTable.limit) {
      table.add(titles.count == 2 ? [group.key] : Mirror(reflecting: group.key).children.map(\.value), group.value)
    }
    return table.text(of: count)
  }
}
