// What people write first and is spelled otherwise here, or not there yet: the compiler says what to write.

extension RealmCollection {
  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, message: "A condition asks for properties of objects: for values, write 'firstIndex(where: { $0 == 3 })'.")
  @_disfavoredOverload
  public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? { nil }
}

extension RealmCollection where Element: ObjectBase {
  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, renamed: "where(_:)")
  public func filtered(by condition: (Query<Element>) -> Query<Bool>) -> Results<Element> { `where`(condition) }

  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, renamed: "sorted(byKeyPath:ascending:)")
  public func sorted(byProperty property: String, ascending: Bool = true) -> Results<Element> { sorted(byKeyPath: property) }

  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, message: "Write 'sorted(byKeyPath: \"name\")' or 'sorted(by: \\.name)'.")
  public func sorted(by property: String, ascending: Bool = true) -> Results<Element> { sorted(byKeyPath: property) }
}

extension Results {
  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, message: "Results are what a condition finds: delete objects with 'realm.delete(object)'.")
  public func remove(at index: Int) {}

  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, message: "Results are what a condition finds: add objects with 'realm.add(object)'.")
  public func append(_ object: Element) {}
}

extension List {
  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, renamed: "append(_:)")
  public func add(_ object: Element) {}
}

extension MutableSet {
  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, message: "Positions in a set mean nothing: write 'where { $0.age == 3 }.first'.")
  public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? { nil }

  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, renamed: "insert(_:)")
  public func append(_ object: Element) {}

  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, renamed: "insert(_:)")
  public func add(_ object: Element) {}
}
