public import Ashlar
public import Foundation

extension RealmCollection {
  /// The elements for which a predicate holds, live and evaluated when they are first needed. See `RealmPredicate.init(_:)` for the
  /// predicates that have a condition.
  public func filter(_ predicate: NSPredicate) -> Results<Element> { filter(RealmPredicate(predicate)) }

  /// The position of the first element for which a predicate holds, or nil. O(count).
  public func index(matching predicate: NSPredicate) -> Int? { index(matching: RealmPredicate(predicate)) }
}

extension RealmKeyedCollection {
  /// The objects for which a predicate holds, live and evaluated when they are first needed; nil values are left out.
  public func filter(_ predicate: NSPredicate) -> Results<Value> { filter(RealmPredicate(predicate)) }
}

extension RealmCollection where Element: ObjectBase {
  /// The elements in the order of some key paths of stored properties, the first being the most important. A descriptor that compares by a
  /// closure, or has no key path, stops the program: a Realm orders by stored values.
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
