import AshlarSchema
import AshlarStore
import CAshlar

// The mirrors that `dump` and debuggers show. They contain properties and elements instead of the runtime's pointers.

/// An object in the mirror of another object.
struct ReflectedObject: CustomReflectable, CustomStringConvertible {
  let object: ObjectBase
  /// The number of levels of objects that are shown below this one. Each read of a link creates an accessor, so `dump` could not detect a
  /// cycle of links.
  let depth: Int

  var description: String { object._className }

  var customMirror: Mirror { Mirror(self, children: depth > 0 ? object._children(depth) : [], displayStyle: .class) }
}

/// A collection in the mirror of an object.
struct ReflectedCollection: CustomReflectable, CustomStringConvertible {
  let collection: _CollectionBase
  let depth: Int

  var description: String { "\(Reflection.elements(of: collection).count) elements" }

  var customMirror: Mirror { Reflection.mirror(self, Reflection.elements(of: collection), depth) }
}

enum Reflection {
  /// The number of levels of objects that are shown.
  static let depth = 3
  static let mostElements = 100

  /// Returns the elements; for a map, its entries as `UntypedEntry` values.
  static func elements(of collection: _CollectionBase) -> [Any] {
    guard !collection._isKeyed, let sequence = collection as? any Sequence else { return collection._untyped }
    func collect<S: Sequence>(_ sequence: S) -> [Any] { sequence.map { $0 as Any } }
    return collect(sequence)
  }

  static func child(_ value: Any?, _ depth: Int) -> Any {
    switch value {
    case nil: Optional<Any>.none as Any
    case let object as ObjectBase: ReflectedObject(object: object, depth: depth - 1)
    case let collection as _CollectionBase: ReflectedCollection(collection: collection, depth: depth - 1)
    case let value as AnyRealmValue: child(value.payload, depth)
    case let value?: value
    }
  }

  /// Returns a mirror of at most 100 elements, followed by the number of further elements.
  static func mirror<Subject, Elements: Sequence>(_ subject: Subject, _ elements: Elements, _ depth: Int) -> Mirror {
    var children: [Mirror.Child] = []
    var more = 0
    for element in elements {
      if children.count == mostElements {
        more += 1
      } else if let entry = element as? UntypedEntry {
        children.append((entry.key, child(flattened(entry.value), depth)))
      } else {
        children.append((nil, child(flattened(element), depth)))
      }
    }
    if more > 0 { children.append(("more", more)) }
    return Mirror(subject, children: children, displayStyle: .collection)
  }
}

extension ObjectBase: CustomReflectable {
  /// The stored properties by name; links and collections are shown three levels deep. `dump(person)` and debuggers use this mirror.
  public var customMirror: Mirror {
    Mirror(self, children: _children(Reflection.depth), displayStyle: .class, ancestorRepresentation: .suppressed)
  }

  // Returns the stored properties. A debugger may read any object on any thread: an object that must not be read on this thread has a child
  // that states this instead.
  fileprivate final func _children(_ depth: Int) -> [Mirror.Child] {
    let context = _rowAccess.context.pointee
    if (UInt(ashlar_thread()) ^ context.owner) & context.ownerMask != 0, _kind != .live || !_realm.isInPlace {
      return [("realm", "used on another thread")]
    }
    if !_isValid() { return [("isInvalidated", true)] }
    return _entity.model.columns.enumerated().map { column, property in (property.name, Reflection.child(_value(at: column), depth)) }
  }
}

extension _CollectionBase: CustomReflectable {
  /// The elements, at most 100 of them; `dump(person.dogs)` and debuggers use this mirror.
  public var customMirror: Mirror {
    if isInvalidated { return Mirror(self, children: ["isInvalidated": true], ancestorRepresentation: .suppressed) }
    return Reflection.mirror(self, Reflection.elements(of: self), Reflection.depth)
  }
}
