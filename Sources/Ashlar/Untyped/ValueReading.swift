import AshlarSchema
import AshlarStore

/// Fills objects from untyped values.
///
/// Rows of the Realm that occur in a value become targets of links. Other objects are copied for `create`, which does not change them; an
/// assignment to a property uses the objects themselves, which become managed, as with the typed property. Without a Realm, the objects are
/// shared.
///
/// Values that become objects are queued, so reading takes time linear in the size of a value, and the stack depth does not depend on the
/// nesting of the value.
struct ValueReading {
  /// The maximum nesting of arrays, dictionaries and objects.
  static let depthLimit = 1000

  let core: _RealmCore?
  private let copiesObjects: Bool
  /// Whether to record in `given` the columns for which a value is given.
  private let notesGiven: Bool
  /// Whether the raw value of an enum must belong to a case. Values that a file already stores are copied unchecked.
  private(set) var checksCases: Bool
  /// The columns for which a value was given, by object; an object that was filled from another object has no entry.
  private(set) var given: [ObjectIdentifier: ColumnSet] = [:]
  private var waiting: [(value: Untyped, object: ObjectBase, depth: Int)] = []
  private var next = 0
  // Collections that receive their elements after the elements have been filled.
  private var late: [Late] = []

  struct Late {
    let collection: _CollectionBase
    let elements: [Any]
    let value: Untyped
    let column: Int
    let entity: _Entity
  }

  // The identity of an object that was copied: an unmanaged object, which is retained so that its address is not reused, or a row.
  private enum Source: Hashable {
    case object(ObjectIdentifier)
    case row(context: UInt, ordinal: Int, key: Int64)

    init(_ object: ObjectBase) {
      self =
        object._kind == .live
        ? .row(context: UInt(bitPattern: object._rowAccess.context), ordinal: object._entity.ordinal, key: object._rowAccess.key)
        : .object(ObjectIdentifier(object))
    }
  }

  private var copies: [Source: (copy: ObjectBase, source: ObjectBase)] = [:]

  /// Creates a reader of values for `create` in a Realm, or for an unmanaged object.
  init(core: _RealmCore?, notesGiven: Bool = false, checksCases: Bool = true) {
    self.core = core
    self.notesGiven = notesGiven
    self.checksCases = checksCases
    copiesObjects = core != nil
  }

  /// Creates a reader of values that are assigned to a property of a managed or unmanaged object.
  init(assigningIn core: _RealmCore?, checksCases: Bool = true) {
    self.core = core
    notesGiven = false
    self.checksCases = checksCases
    copiesObjects = false
  }

  /// Fills an unmanaged object and all objects that it reaches.
  mutating func assign(_ value: Any, to object: ObjectBase) throws(UsageError) {
    try fill(object, Untyped(value), depth: 0)
    try fillWaiting()
  }

  /// Sets one property.
  mutating func set(_ value: Any?, _ column: Int, to object: ObjectBase) throws(UsageError) {
    try set(value, column, to: object, object._entity)
  }

  /// Sets one property of an object whose entity is known.
  mutating func set(_ value: Any?, _ column: Int, to object: ObjectBase, _ entity: _Entity) throws(UsageError) {
    try set(Untyped(value), column, entity.readable.columns[column], object, entity, depth: 0)
    try fillWaiting()
  }

  /// Sets the remaining properties of a new object whose other properties have been set.
  /// - Parameter columns: The columns for which the caller gave a value: those in `values`, and those that have been set already.
  mutating func complete(_ object: ObjectBase, _ values: [(column: Int, value: Any)], given columns: ColumnSet) throws(UsageError) {
    let entity = object._entity
    for (column, value) in values { try set(Untyped(value), column, entity.readable.columns[column], object, entity, depth: 0) }
    if notesGiven { given[ObjectIdentifier(object)] = columns }
    try fillWaiting()
  }

  private mutating func fillWaiting() throws(UsageError) {
    if waiting.isEmpty, late.isEmpty { return }
    while next < waiting.count {
      let (value, object, depth) = waiting[next]
      next += 1
      try fill(object, value, depth: depth)
      if next >= 1024 {
        waiting.removeFirst(next)
        next = 0
      }
    }
    waiting.removeAll(keepingCapacity: true)
    next = 0
    // Innermost collections are filled first.
    while let last = late.popLast() {
      if !last.collection._replaceAll(with: last.elements) { throw refusal(last.value, last.column, last.entity) }
    }
  }

  mutating func wait(_ collection: Late) { late.append(collection) }

  private mutating func fill(_ object: ObjectBase, _ value: Untyped, depth: Int) throws(UsageError) {
    let entity = object._entity
    let readable = entity.readable
    switch value {
    case .dictionary(let values):
      var named = ColumnSet()
      var found = 0
      for column in readable.names.indices {
        guard let value = values[readable.names[column]] else { continue }
        found += 1
        named.insert(column)
        try set(Untyped(value), column, readable.columns[column], object, entity, depth: depth)
      }
      if found < values.count { UnknownNames.log(values.keys, entity) }
      if notesGiven { given[ObjectIdentifier(object)] = named }
    case .array(let values):
      guard values.count <= readable.columns.count else {
        throw .value(
          "Invalid array input: '\(entity.model.name)' was given more values (\(values.count)) than properties "
            + "(\(readable.columns.count)).")
      }
      var named = ColumnSet()
      for column in values.indices {
        named.insert(column)
        try set(Untyped(values[column]), column, readable.columns[column], object, entity, depth: depth)
      }
      if notesGiven { given[ObjectIdentifier(object)] = named }
    case .object(let source):
      if !source._isValid() { throw .invalidated(type: source._className) }
      if core != nil { copies[Source(source)] = (object, source) }
      let sourceEntity = source._entity
      let checked = checksCases
      if sourceEntity === entity { checksCases = false }
      defer { checksCases = checked }
      for column in readable.names.indices {
        let found = sourceEntity === entity ? column : sourceEntity.property(named: readable.names[column])?.ordinal
        guard let found else {
          throw .value("Invalid value for '\(entity.model.name)': missing key '\(readable.names[column])'.")
        }
        try set(Untyped(source._value(at: found)), column, readable.columns[column], object, entity, depth: depth)
      }
      if source._isReference, sourceEntity === entity, object._kind == .unmanaged { object._becomeReference() }
    case .null: throw .value("Must provide a non-nil value for '\(entity.model.name)'.")
    default:
      throw .value(
        "Invalid value '\(value.text)' of type '\(value.typeName)' for '\(entity.model.name)': pass an array, a dictionary or an object.")
    }
  }

  private mutating func set(
    _ value: Untyped, _ column: Int, _ readable: ReadableColumns.Column, _ object: ObjectBase, _ entity: _Entity, depth: Int
  ) throws(UsageError) {
    if readable.collection != .none { return try setCollection(value, column, readable, object, entity, depth: depth) }
    switch readable.type.form {
    case .object:
      if case .null = value { return object._storeLink(column, nil, policy: .error) }
      guard let target = self.target(entity, column) else { throw refusal(value, column, entity) }
      // The embedded object that the property already links to is not replaced.
      if object._kind == .live, case .object(let same) = value, target.model.kind == .embedded, object._isLinked(column, to: same, target) {
        return object._storeLink(column, same, policy: .error)
      }
      guard let linked = try linked(value, target, depth: depth, place: "property") else { throw refusal(value, column, entity) }
      // A row is inserted with its current values, so the queued objects are filled first.
      if object._kind == .live { try fillWaiting() }
      object._storeLink(column, linked, policy: .error)
    case .any:
      guard let converted = try any(value, depth: 0, label: { entity.label(column) }) else { throw refusal(value, column, entity) }
      if object._kind == .live { try fillWaiting() }
      object._setAny(column, converted)
    case .bool, .integer, .float, .double, .string, .data, .date, .decimal, .objectId, .uuid:
      if value.isPlain {
        try setPlain(value, column, readable, object, entity)
      } else {
        try setPlain(value.plain, column, readable, object, entity)
      }
    }
  }

  // Sets numbers, strings and other scalars.
  private func setPlain(_ value: Untyped, _ column: Int, _ readable: ReadableColumns.Column, _ object: ObjectBase, _ entity: _Entity)
    throws(UsageError)
  {
    if let excess = value.excess {
      throw .tooLong(what: excess.what, bytes: excess.bytes, limit: excess.limit, property: entity.label(column))
    }
    if core == nil, readable.isCustom, let failable = type(of: object)._failableTypes[column], !converts(value, failable) {
      // As with the typed property, a value that cannot be converted becomes nil if the property is optional.
      guard readable.isOptional else { throw .customValue(type: "\(failable)", value: value.text) }
      _ = object._store(.null, column, readable.type, isOptional: true)
      return
    }
    if checksCases, let cases = readable.cases, !cases.admits(value, readable.type) {
      throw .noCase(type: cases.name, value: value.text, property: entity.label(column))
    }
    if !object._store(value, column, readable.type, isOptional: readable.isOptional) { throw refusal(value, column, entity) }
  }

  // Returns whether the custom type accepts a value of its persisted type; true for nil and for values of other types, which are rejected
  // elsewhere.
  private func converts<T: FailableCustomPersistable>(_ value: Untyped, _ type: T.Type) -> Bool {
    guard let payload = value.payload, let persisted = T.PersistedType._converted(from: payload) else { return true }
    return T._custom(from: persisted) != nil
  }

  func refusal(_ value: Untyped, _ column: Int, _ entity: _Entity) -> UsageError {
    .value(
      "Invalid value '\(value.text)' of type '\(value.typeName)' for "
        + "'\(StoredType(entity.model.properties[column], in: entity.schema))' property '\(entity.label(column))'.")
  }

  func target(_ entity: _Entity, _ column: Int) -> _Entity? { core?.target(entity, column) ?? entity.target(column) }

  /// Returns the target of a link that is set to a value; nil if the value cannot be a target.
  /// - Parameter place: The kind of the destination (property, List, …), for the error that is thrown if an embedded object is already
  ///   managed.
  mutating func linked(_ value: Untyped, _ target: _Entity, depth: Int, place: String) throws(UsageError) -> ObjectBase? {
    switch value.plain {
    case .object(let object):
      guard object._entity === target else { return nil }
      // Without a Realm, an untyped object cannot be converted to an object of the property's class.
      guard let core else { return object is DynamicObject ? nil : object }
      let isRow = object._kind == .live && object._rowAccess.context == core.context
      // A migration may assign an object whose type becomes embedded when the migration ends.
      if isRow, target.model.kind == .object || !copiesObjects && core.session.table(target.ordinal)?.entity.kind == .object {
        if !object._isValid() { throw .invalidated(type: object._className) }
        // Collections of a class accept only objects of the class.
        return object is DynamicObject ? target.accessor(object._rowAccess, core) : object
      }
      if !copiesObjects {
        guard object._kind == .live else { return object }
        if !isRow { throw .otherRealm(type: object._className) }
        // A migration moves an embedded object to another property by assigning it: the value is copied, and the previous owner retains its
        // object.
        if !core.parts.isMigrating { throw .managedEmbedded(type: object._className, place: place) }
      }
      // An embedded object has exactly one owner: each link is set to a separate copy.
      if target.model.kind == .object, let (copy, _) = copies[Source(object)] { return copy }
      let copy = target.makeObject()
      copies[Source(object)] = (copy, object)
      waiting.append((.object(object), copy, depth + 1))
      return copy
    case .dictionary, .array:
      if depth >= ValueReading.depthLimit { throw .valueTooDeep(limit: ValueReading.depthLimit) }
      let made = target.makeObject()
      waiting.append((value, made, depth + 1))
      return made
    default: return nil
    }
  }
}

extension ObjectBase {
  /// Returns whether the link in a column of this managed object already has `object` as its target.
  fileprivate func _isLinked(_ column: Int, to object: ObjectBase, _ target: _Entity) -> Bool {
    object._kind == .live && _realm.isSame(object, target.ordinal, _cell(column, 8).load(as: Int64.self) - 1)
  }
}

extension ObjectBase {
  /// Fills an unmanaged object from an array, a dictionary or another object. Any other value stops the program.
  final func _assign(_ value: Any, policy: Realm.UpdatePolicy?) {
    var reading = ValueReading(core: nil)
    do throws(UsageError) { try reading.assign(value, to: self) } catch { misuse(error) }
  }
}
