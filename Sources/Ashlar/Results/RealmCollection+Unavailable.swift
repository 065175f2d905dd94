// Functions that callers expect under these names, and that have a different name here or do not exist. The compiler's message states what
// to write instead.

extension RealmCollection {
  /// Unavailable. The compiler's message states what to write instead.
  @available(*, unavailable, message: "A condition tests properties of objects: for values, write 'firstIndex(where: { $0 == 3 })'.")
  @_disfavoredOverload
  public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? { nil }
}

extension RealmCollection where Element: ObjectBase {
  /// Unavailable: write `people.where { $0.age > 3 }`.
  @available(*, unavailable, renamed: "where(_:)")
  public func filtered(by condition: (Query<Element>) -> Query<Bool>) -> Results<Element> { `where`(condition) }

  /// Unavailable: write `people.sorted(byKeyPath: "age")`.
  @available(*, unavailable, renamed: "sorted(byKeyPath:ascending:)")
  public func sorted(byProperty property: String, ascending: Bool = true) -> Results<Element> { sorted(byKeyPath: property) }

  /// Unavailable: write `people.sorted(by: \.age)`.
  @available(*, unavailable, message: "Write 'sorted(byKeyPath: \"name\")' or 'sorted(by: \\.name)'.")
  public func sorted(by property: String, ascending: Bool = true) -> Results<Element> { sorted(byKeyPath: property) }
}

extension Results {
  /// Unavailable: write `realm.delete(object)`.
  @available(*, unavailable, message: "Results cannot be modified: delete objects with 'realm.delete(object)'.")
  public func remove(at index: Int) {}

  /// Unavailable: write `realm.add(object)`.
  @available(*, unavailable, message: "Results cannot be modified: add objects with 'realm.add(object)'.")
  public func append(_ object: Element) {}
}

extension List {
  /// Unavailable: write `list.append(object)`.
  @available(*, unavailable, renamed: "append(_:)")
  public func add(_ object: Element) {}
}

extension MutableSet {
  /// Unavailable: write `set.where { $0.age == 3 }.first`.
  @available(*, unavailable, message: "The elements of a set have no positions: write 'where { $0.age == 3 }.first'.")
  public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? { nil }

  /// Unavailable: write `set.insert(object)`.
  @available(*, unavailable, renamed: "insert(_:)")
  public func append(_ object: Element) {}

  /// Unavailable: write `set.insert(object)`.
  @available(*, unavailable, renamed: "insert(_:)")
  public func add(_ object: Element) {}
}
