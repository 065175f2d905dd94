import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RealmCore {
  /// See `Realm.create`.
  func create<T: ObjectBase>(_ type: T.Type, value: Any, policy: Realm.UpdatePolicy) -> T {
    if policy != .error, let managed = value as? T, managed._kind == .live, managed._row.context == context, managed._isValid() {
      return managed
    }
    let object = T()
    var reading = ValueReading(core: self)
    reading.assign(value, to: object)
    adopt(object, policy: policy, given: reading.given)
    return object
  }
}

extension ObjectBase {
  /// Fills an unmanaged object from an array, a dictionary or another object.
  final func _assign(_ value: Any, policy: Realm.UpdatePolicy?) {
    var reading = ValueReading(core: nil)
    reading.assign(value, to: self)
  }
}

/// Fills unmanaged objects from untyped values. With a Realm, objects found inside are copied unless they are rows of it;
/// without one they are shared.
struct ValueReading {
  let core: RealmCore?
  /// The columns that were named, for objects of which only some were.
  private(set) var given: [ObjectIdentifier: Set<Int>] = [:]
  // By what was copied: an unmanaged object, which is kept so that its address is not used again, or a row.
  private enum Source: Hashable {
    case object(ObjectIdentifier)
    case row(context: UInt, ordinal: Int, key: Int64)

    init(_ object: ObjectBase) {
      self =
        object._kind == .live
        ? .row(context: UInt(bitPattern: object._row.context), ordinal: type(of: object)._entity.ordinal, key: object._row.key)
        : .object(ObjectIdentifier(object))
    }
  }

  private var copies: [Source: (copy: ObjectBase, source: ObjectBase)] = [:]

  init(core: RealmCore?) { self.core = core }

  mutating func assign(_ value: Any, to object: ObjectBase) {
    let entity = type(of: object)._entity
    switch value {
    case let source as ObjectBase:
      if !source._isValid() { misuse(.invalidated(type: source._className)) }
      copies[Source(source)] = (object, source)
      for (column, property) in entity.model.columns.enumerated() {
        guard let found = type(of: source)._entity.property(named: property.name)?.ordinal else {
          misuse(.value("Invalid value for '\(entity.model.name)': missing key '\(property.name)'."))
        }
        set(source._value(at: found), column, property, object, entity)
      }
    case let values as [Any]:
      let columns = entity.model.columns
      guard values.count <= columns.count else {
        misuse(
          .value("Invalid array input: '\(entity.model.name)' was given more values (\(values.count)) than properties (\(columns.count))."))
      }
      for (column, value) in values.enumerated() { set(flattened(value), column, columns[column], object, entity) }
      given[ObjectIdentifier(object)] = Set(values.indices)
    case let values as [String: Any]:
      var columns: Set<Int> = []
      for (column, property) in entity.model.columns.enumerated() {
        guard let value = values[property.name] else { continue }
        set(flattened(value), column, property, object, entity)
        columns.insert(column)
      }
      given[ObjectIdentifier(object)] = columns
    default:
      if flattened(value) == nil { misuse(.value("Must provide a non-nil value for '\(entity.model.name)'.")) }
      misuse(
        .value(
          "Invalid value '\(value)' of type '\(Swift.type(of: value))' for '\(entity.model.name)': pass an array, a dictionary or an object."
        ))
    }
  }

  /// Sets one property from an untyped value.
  mutating func set(_ value: Any?, _ column: Int, to object: ObjectBase) {
    let entity = type(of: object)._entity
    set(value.flatMap(flattened), column, entity.model.properties[column], object, entity)
  }

  private mutating func set(_ value: Any?, _ column: Int, _ property: PropertyModel, _ object: ObjectBase, _ entity: Entity) {
    func refuse() -> Never {
      misuse(
        .value(
          "Invalid value '\(value.map { "\($0)" } ?? "nil")' of type '\(value.map { "\(Swift.type(of: $0))" } ?? "nil")' for "
            + "'\(StoredType(property, in: entity.schema))' property '\(entity.model.name).\(property.name)'."))
    }
    if property.collection != .none {
      let collection = object._anyCollection(column)
      guard let value else {
        collection.removeAll()
        return
      }
      if let same = value as? CollectionBase, same === collection { return }
      guard let elements = property.collection == .map ? entries(of: value) : elements(of: value) else { refuse() }
      let converted = elements.map { element -> Any in
        let entry = element as? UntypedEntry
        if property.type == .any {
          guard let value = any(entry?.value ?? element) else { refuse() }
          return entry.map { UntypedEntry(key: $0.key, value: value) } ?? value
        }
        guard property.type == .object else { return element }
        guard let value = flattened(entry?.value ?? element) else { return element }
        guard let target = entity.target(column), let linked = linked(value, target) else { refuse() }
        return entry.map { UntypedEntry(key: $0.key, value: linked) } ?? linked
      }
      if !collection._replaceAll(with: converted) { refuse() }
      return
    }
    if property.type == .object {
      guard let value else {
        object._storeLink(column, nil, policy: .error)
        return
      }
      guard let target = entity.target(column), let linked = linked(value, target) else { refuse() }
      object._storeLink(column, linked, policy: .error)
      return
    }
    if property.type == .any {
      guard let converted = any(value as Any) else { refuse() }
      object._setAny(column, converted)
      return
    }
    if !object._setScalar(value, column, property) { refuse() }
  }

  // The value of any type that an untyped one stands for, its objects shared or copied as those of links are.
  private mutating func any(_ value: Any) -> AnyRealmValue? {
    var reading = self
    let converted = AnyRealmValue.converted(from: value, depth: 0) { object in
      reading.linked(object, type(of: object)._entity) as? Object
    }
    self = reading
    return converted
  }

  private func elements(of value: Any) -> [Any]? {
    if let values = value as? [Any] { return values }
    return (value as? any Sequence).map { sequence in
      func collect<S: Sequence>(_ sequence: S) -> [Any] { sequence.map { $0 } }
      return collect(sequence)
    }
  }

  private func entries(of value: Any) -> [Any]? {
    switch value {
    case let map as CollectionBase:
      let entries = map._untyped
      return entries.allSatisfy { $0 is UntypedEntry } ? entries : nil
    case let values as [String: Any]:
      return values.sorted { $0.key < $1.key }.map { UntypedEntry(key: $0.key, value: $0.value) }
    default: return nil
    }
  }

  // The object that stands for a value in a link.
  private mutating func linked(_ value: Any, _ target: Entity) -> ObjectBase? {
    let value = (value as? any _CustomPersistable)?.persistableValue ?? value
    if let object = value as? ObjectBase {
      guard type(of: object)._entity === target else { return nil }
      guard let core else { return object }
      if object._kind == .live, object._row.context == core.context, target.model.kind == .object { return object }
      if let (copy, _) = copies[Source(object)] { return copy }
      let copy = target.type.init()
      assign(object, to: copy)
      return copy
    }
    let made = target.type.init()
    assign(value, to: made)
    return made
  }
}

/// Nil and NSNull as nil, whatever they are wrapped in.
func flattened(_ value: Any) -> Any? {
  if let optional = value as? any FlattenableOptional { return optional.flattened.flatMap(flattened) }
  return String(describing: type(of: value)) == "NSNull" ? nil : value
}

/// Lets untyped code look into an optional.
protocol FlattenableOptional {
  var flattened: Any? { get }
}
extension Optional: FlattenableOptional {
  var flattened: Any? { map { $0 as Any } }
}
