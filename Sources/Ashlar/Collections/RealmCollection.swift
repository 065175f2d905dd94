/// What results, lists and linking objects have in common.
public nonisolated protocol RealmCollection: RandomAccessCollection, Equatable, CustomStringConvertible, ThreadConfined
where Element: RealmCollectionValue, Index == Int {
  /// The elements as results. For the runtime.
  var _resultsCore: ResultsCore { get }
}

extension RealmCollection {
  /// The first element, or nil.
  public var first: Element? { isEmpty ? nil : self[startIndex] }
  /// The last element, or nil.
  public var last: Element? { isEmpty ? nil : self[endIndex - 1] }
}

extension RealmCollection where Element: ObjectBase {
  /// The elements for which the condition holds, live and evaluated when they are first needed.
  ///
  /// `people.where { $0.age > 3 && $0.name.starts(with: "a") }`
  @inlinable
  public func `where`(_ isIncluded: (Query<Element>) -> Query<Bool>) -> Results<Element> {
    Results(_resultsCore.filtered(isIncluded(Query<Element>())))
  }

  /// The elements in the order of a property, reached by a dotted path through links. Nil comes first; the order is stable.
  public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Element> {
    sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
  }

  /// The elements in the order of a property.
  public func sorted<T: _HasPersistedType>(by keyPath: KeyPath<Element, T>, ascending: Bool = true) -> Results<Element>
  where T.PersistedType: SortableType {
    sorted(byKeyPath: _name(for: keyPath), ascending: ascending)
  }

  /// The elements in the order of several properties, the first being the most important.
  public func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Element> where S.Element == SortDescriptor {
    Results(_resultsCore.sorted(Array(sortDescriptors)))
  }

  /// The position of an object's row, or nil. O(count).
  public func index(of object: Element) -> Int? { _resultsCore.index(of: object) }

  // MARK: - Aggregates

  /// The smallest value of a property, nils left out; nil when there is none.
  public func min<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.min, property)
  }

  /// The largest value of a property, nils left out; nil when there is none.
  public func max<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.max, property)
  }

  /// The sum of a property, nils left out; 0 when there is none. Integers wrap at 64 bits.
  public func sum<T: _HasPersistedType>(ofProperty property: String) -> T where T.PersistedType: AddableType {
    _resultsCore.sum(property)
  }

  /// The mean of a property, nils left out; nil when there is none.
  public func average<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: AddableType {
    _resultsCore.average(property)
  }

  /// The smallest value of a property.
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: MinMaxType {
    min(ofProperty: _name(for: keyPath))
  }

  /// The largest value of a property.
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: MinMaxType {
    max(ofProperty: _name(for: keyPath))
  }

  /// The sum of a property.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T where T.PersistedType: AddableType {
    sum(ofProperty: _name(for: keyPath))
  }

  /// The mean of a property.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> T? where T.PersistedType: AddableType {
    average(ofProperty: _name(for: keyPath))
  }
}
