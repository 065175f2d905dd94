public import Ashlar
public import Foundation

extension RealmCollection {
  /// Returns the elements that satisfy a predicate. The results are live, and evaluated on first access. See `RealmPredicate.init(_:)` for
  /// the predicates that can be evaluated.
  public func filter(_ predicate: NSPredicate) -> Results<Element> { filter(RealmPredicate(predicate)) }

  /// Returns the index of the first element that satisfies a predicate, or nil. Complexity: O(count).
  public func index(matching predicate: NSPredicate) -> Int? { index(matching: RealmPredicate(predicate)) }
}

extension RealmKeyedCollection {
  /// Returns the objects in the map that satisfy a predicate; nil values are excluded. The results are live, and evaluated on first access.
  public func filter(_ predicate: NSPredicate) -> Results<Value> { filter(RealmPredicate(predicate)) }
}

extension RealmCollection where Element: ObjectBase {
  /// Returns the elements sorted by key paths of stored properties, the most significant first. Stops the program if a descriptor compares
  /// with a closure or has no key path, because a Realm sorts by stored values.
  public func sorted<S: Sequence>(by descriptors: S) -> Results<Element> where S.Element == NSSortDescriptor {
    sorted(by: descriptors.map { Ashlar.SortDescriptor($0, Element.self) })
  }
}

extension Ashlar.SortDescriptor {
  fileprivate init<Element: ObjectBase>(_ descriptor: NSSortDescriptor, _ type: Element.Type) {
    #if canImport(ObjectiveC)
      if let key = descriptor.key {
        self.init(keyPath: key, ascending: descriptor.ascending)
        return
      }
    #else
      if let keyPath = descriptor.keyPath as? PartialKeyPath<Element> {
        self.init(keyPath: keyPath, ascending: descriptor.ascending)
        return
      }
    #endif
    RealmPredicate.stop("A sort descriptor for objects of '\(type)' has the key path of one of their stored properties.")
  }
}
