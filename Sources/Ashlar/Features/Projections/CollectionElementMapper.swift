/// Maps the objects of a collection to one of their properties: `person.dogs.projectTo.name`.
@dynamicMemberLookup
public nonisolated struct CollectionElementMapper<Element: ObjectBase> {
  private let mapping: any ElementMapping<Element>

  init<Objects: RealmCollection>(_ objects: Objects) where Objects.Element == Element { mapping = ElementsOf(objects: objects) }

  /// The property of each object.
  public subscript<V>(dynamicMember member: KeyPath<Element, V>) -> ProjectedCollection<V> {
    if let recorder = mapping.recorder, recorder.followsElements { _ = recorder.make(Element.self)[keyPath: member] }
    return ProjectedCollection(mapping.source(member))
  }
}

/// A collection whose concrete type is erased. Only its element type is known.
private protocol ElementMapping<Element> {
  associatedtype Element: ObjectBase
  func source<V>(_ keyPath: KeyPath<Element, V>) -> ProjectedSource<V>
  /// The recorder, if a key path is evaluated to record its properties; otherwise nil.
  var recorder: _Recorder? { get }
}

private struct ElementsOf<Objects: RealmCollection>: ElementMapping where Objects.Element: ObjectBase {
  let objects: Objects

  func source<V>(_ keyPath: KeyPath<Objects.Element, V>) -> ProjectedSource<V> { MappedSource(objects, keyPath) }
  var recorder: _Recorder? { if case .recorder(let recorder) = objects._collectionBase?.home { recorder } else { nil } }
}

extension List where Element: ObjectBase {
  /// Maps the objects to one of their properties: `person.dogs.projectTo.name`.
  public var projectTo: CollectionElementMapper<Element> { CollectionElementMapper(self) }
}

extension MutableSet where Element: ObjectBase {
  /// Maps the objects to one of their properties.
  ///
  /// ```swift
  /// class Card: Projection<Person> {
  ///   @Projected(\Person.friends.projectTo.name) var friendNames
  /// }
  /// ```
  public var projectTo: CollectionElementMapper<Element> { CollectionElementMapper(self) }
}
