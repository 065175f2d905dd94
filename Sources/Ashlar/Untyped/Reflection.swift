import AshlarSchema
import AshlarStore
import CAshlar

// What `dump` and debuggers show: properties and elements, not the runtime's pointers. Nothing else here asks for reflection.

/// An object as part of what another one shows.
struct ReflectedObject: CustomReflectable, CustomStringConvertible {
  let object: ObjectBase
  /// How many levels of objects are shown below this one. Every look at a link makes an accessor, so that `dump` would not notice
  /// that links lead in a circle.
  let depth: Int

  var description: String { object._className }

  var customMirror: Mirror { Mirror(self, children: depth > 0 ? object._children(depth) : [], displayStyle: .class) }
}

/// A collection as part of what an object shows.
struct ReflectedCollection: CustomReflectable, CustomStringConvertible {
  let collection: _CollectionBase
  let depth: Int

  var description: String { "\(Reflection.elements(of: collection).count) elements" }

  var customMirror: Mirror { Reflection.mirror(self, Reflection.elements(of: collection), depth) }
}

enum Reflection {
  /// How many levels of objects are shown.
  static let depth = 3
  static let mostElements = 100

  /// Elements, entries of maps as `UntypedEntry`.
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

  /// At most a hundred elements, and how many more there are.
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
  /// The properties by their names; links and collections three levels deep.
  public var customMirror: Mirror {
    Mirror(self, children: _children(Reflection.depth), displayStyle: .class, ancestorRepresentation: .suppressed)
  }

  // A debugger looks from anywhere, and at anything.
  fileprivate final func _children(_ depth: Int) -> [Mirror.Child] {
    let context = _row.context.pointee
    if (UInt(ashlar_thread()) ^ context.owner) & context.ownerMask != 0, _kind != .live || !_realm.isInPlace {
      return [("realm", "used on another thread")]
    }
    if !_isValid() { return [("isInvalidated", true)] }
    return _entity.model.columns.enumerated().map { column, property in (property.name, Reflection.child(_value(at: column), depth)) }
  }
}

extension _CollectionBase: CustomReflectable {
  /// The elements, at most a hundred.
  public var customMirror: Mirror {
    if isInvalidated { return Mirror(self, children: ["isInvalidated": true], ancestorRepresentation: .suppressed) }
    return Reflection.mirror(self, Reflection.elements(of: self), Reflection.depth)
  }
}
