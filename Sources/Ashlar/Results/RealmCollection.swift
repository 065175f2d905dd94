/// The part of a collection's interface that Swift's algorithms need. `map`, `filter { … }` and `compactMap` on the conforming collections
/// are lazy.
public nonisolated protocol RealmCollectionBase: RandomAccessCollection, LazyCollectionProtocol, CustomStringConvertible, ThreadConfined
where Element: RealmCollectionValue, Index == Int {
  /// The type of the elements.
  typealias ElementType = Element
}

/// The interface that results, lists, sets and linking objects share.
///
/// ```swift
/// func oldest<Dogs: RealmCollection>(in dogs: Dogs) -> Dog? where Dogs.Element == Dog {
///   dogs.sorted(by: \.age, ascending: false).first
/// }
/// ```
///
/// See the guide, *Reading and querying* and *Collections*.
public nonisolated protocol RealmCollection: RealmCollectionBase, Equatable, _Observable
where _Change == RealmCollectionChange<Self>, _KeyPathRoot == Element {
  /// The elements as results. Used by the runtime.
  var _resultsCore: _ResultsCore { get }
  /// The collection itself if it is a list or a set; otherwise nil. Used by the runtime.
  var _collectionBase: _CollectionBase? { get }
}

extension RealmCollection {
  /// Always nil: the collection is neither a list nor a set.
  public var _collectionBase: _CollectionBase? { nil }
}

extension RealmCollection where Self: _CollectionBase {
  /// The collection itself.
  public var _collectionBase: _CollectionBase? { self }
}

extension RealmCollection {
  /// Returns the position after `i`, without a bounds check.
  public func index(after i: Int) -> Int { i + 1 }
  /// Returns the position before `i`, without a bounds check.
  public func index(before i: Int) -> Int { i - 1 }

  /// The first element; nil if the collection is empty.
  ///
  /// ```swift
  /// let youngest = people.sorted(by: \.age).first
  /// ```
  public var first: Element? { isEmpty ? nil : self[startIndex] }
  /// The last element; nil if the collection is empty. See `first`.
  public var last: Element? { isEmpty ? nil : self[endIndex - 1] }

  /// Returns the elements at `indexes`, in ascending order of the indexes, each once.
  ///
  /// ```swift
  /// let dogs = person.dogs.objects(at: [0, 2, 4])
  /// let chosen = people.objects(at: IndexSet(0..<10))
  /// ```
  ///
  /// - Parameter indexes: An `IndexSet` or any other sequence of positions. A position outside the collection stops the program.
  public func objects<Indexes: Sequence>(at indexes: Indexes) -> [Element] where Indexes.Element == Int {
    let positions = Set(indexes).sorted()
    if let first = positions.first, let last = positions.last, first < 0 || last >= count { misuse(.indexesOutOfBounds) }
    return positions.map { self[$0] }
  }

  // Returns the path of the stored property that a path in text names.
  private func storedPath(_ path: String) -> String { Element._storedPath?(path) ?? path }

  /// Returns the first position of an element; nil if the collection does not contain it.
  ///
  /// ```swift
  /// if let position = person.dogs.index(of: rex) { try realm.write { person.dogs.move(from: position, to: 0) } }
  /// ```
  ///
  /// Objects are compared by row and not by `==`; values are compared as `MutableSet` compares its elements, or by `==` if they are
  /// collections or are stored as objects. Complexity: O(`count`).
  public func index(of object: Element) -> Int? { _resultsCore.position(of: object) { self[$0] } }
}

extension RealmCollection {
  /// Returns the smallest value of a property of the objects, excluding nil and NaN; nil if there are no values.
  ///
  /// ```swift
  /// let youngest: Int? = people.min(ofProperty: "age")
  /// ```
  ///
  /// For a collection of values, the name is `self`. An unknown name stops the program. Complexity: O(n).
  public func min<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.min, storedPath(property))
  }

  /// Returns the largest value of a property, excluding nil and NaN; nil if there are no values. See `min(ofProperty:)`. Complexity: O(n).
  public func max<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.max, storedPath(property))
  }

  /// Returns the sum of a property, excluding nil, NaN and `AnyRealmValue`s that are not numbers; 0 if there are no values.
  ///
  /// ```swift
  /// let total: Int = people.sum(ofProperty: "age")
  /// ```
  ///
  /// Integers wrap at 64 bits. Complexity: O(n).
  public func sum<T: _HasPersistedType>(ofProperty property: String) -> T where T.PersistedType: AddableType {
    _resultsCore.sum(storedPath(property))
  }

  /// Returns the mean of a property, excluding nil, NaN and `AnyRealmValue`s that are not numbers; nil if there are no values.
  ///
  /// ```swift
  /// let mean: Double? = people.average(ofProperty: "age")
  /// ```
  ///
  /// Complexity: O(n).
  public func average<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: AddableType {
    _resultsCore.average(storedPath(property))
  }
}

// Functions that take the names of properties as strings, so that generic code can call them. For projections, these are the names of the
// projected properties.
extension RealmCollection {
  /// Returns the elements, sorted by a property.
  ///
  /// ```swift
  /// people.sorted(byKeyPath: "age", ascending: false)
  /// ```
  ///
  /// Nil is less than every value; objects with a nil link along the path are greater than all others. The sort is stable.
  ///
  /// - Parameters:
  ///   - keyPath: A property, or a dotted path through links; `self` for values. An unknown name stops the program.
  ///   - ascending: Whether the order is ascending.
  public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Element> {
    sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
  }

  /// Returns the elements, sorted by several properties, the most significant one first.
  ///
  /// ```swift
  /// people.sorted(by: [SortDescriptor(keyPath: "age", ascending: false), SortDescriptor(keyPath: "name")])
  /// ```
  public func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Element> where S.Element == SortDescriptor {
    Results(
      _resultsCore.sorted(
        sortDescriptors.map { SortDescriptor(keyPath: storedPath($0.keyPath), ascending: $0.ascending) }))
  }

  /// Returns the first object for each combination of values of the given properties, in the order of the collection.
  ///
  /// ```swift
  /// people.sorted(by: \.age).distinct(by: ["name"])  // the youngest of each name
  /// ```
  ///
  /// Nil equals nil. Objects with a nil link along a path are omitted. For collections of values, the path `self` selects the first of each
  /// group of equal values.
  ///
  /// - Parameter keyPaths: Properties, or dotted paths through links. An unknown name stops the program.
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Element> where S.Element == String {
    Results(_resultsCore.distinct(keyPaths.map { storedPath($0) }))
  }
}

extension RealmCollection where Element: ObjectBase {
  /// Returns the objects that match a condition. The results are live and evaluated when they are first read.
  ///
  /// ```swift
  /// people.where { $0.age > 3 && $0.name.starts(with: "a") }
  /// people.where { $0.dogs.age > 10 }  // any of the dogs
  /// ```
  ///
  /// Conditions must be applied before a limit; on a limited collection, `where` stops the program. See the guide, *Reading and querying*.
  ///
  /// Complexity: O(1) for this call. Evaluation scans the columns that the condition names, or searches an index if that is estimated to be
  /// cheaper.
  ///
  /// - Parameter isIncluded: A closure that builds the condition. It is called once.
  @inlinable
  public func `where`(_ isIncluded: (Query<Element>) -> Query<Bool>) -> Results<Element> {
    Results(_resultsCore.filtered(isIncluded(Query<Element>())))
  }

  /// Returns the objects, sorted by a property.
  ///
  /// ```swift
  /// let byName = people.sorted(by: \.name)
  /// let oldestFirst = people.sorted(by: \.age, ascending: false)
  /// ```
  ///
  /// Nil is less than every value; objects with a nil link along the path are greater than all others. The sort is stable.
  public func sorted<T: _HasPersistedType>(by keyPath: KeyPath<Element, T>, ascending: Bool = true) -> Results<Element>
  where T.PersistedType: SortableType {
    sorted(byKeyPath: KeyPathParts.path(of: keyPath, for: .values), ascending: ascending)
  }

  /// Returns the first object for each combination of values of the given properties, in the order of the collection.
  ///
  /// ```swift
  /// let ages = people.sorted(by: \.age).distinct(by: [\.age]).map(\.age)
  /// ```
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Element> where S.Element == PartialKeyPath<Element> {
    distinct(by: keyPaths.map { KeyPathParts.path(of: $0, for: .values) })
  }

  // MARK: - Aggregates

  /// Returns the smallest value of a property, excluding NaN and `AnyRealmValue.none`; nil if there are no values.
  ///
  /// ```swift
  /// let youngest = people.min(of: \.age) ?? 0
  /// ```
  ///
  /// Complexity: O(n).
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: MinMaxType {
    min(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the largest value of a property, excluding NaN and `AnyRealmValue.none`; nil if there are no values.
  ///
  /// ```swift
  /// let oldest = people.where { $0.dogs.count > 0 }.max(of: \.age)
  /// ```
  ///
  /// Complexity: O(n).
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: MinMaxType {
    max(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the sum of a property, excluding NaN and `AnyRealmValue`s that are not numbers; 0 if there are no values.
  ///
  /// ```swift
  /// let total = people.sum(of: \.age)
  /// ```
  ///
  /// Integers wrap at 64 bits. Complexity: O(n).
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T where T.PersistedType: AddableType {
    sum(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the mean of a property, excluding NaN and `AnyRealmValue`s that are not numbers; nil if there are no values. Complexity: O(n).
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: AddableType {
    average(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }
}
