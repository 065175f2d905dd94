import AshlarSchema
import AshlarStore

/// Fills objects from untyped values.
///
/// Rows of the Realm that are found in a value are linked to. Other objects are copied for `create`, which leaves them as they are;
/// assignment to a property uses the objects themselves, so that what is stored becomes managed, as with the typed property. Without
/// a Realm they are shared.
///
/// Values that are made into objects wait in a queue: reading takes time linear in the size of a value, and no stack as deep as
/// the value is.
struct ValueReading {
  /// How many arrays, dictionaries and objects may lie in each other.
  static let depthLimit = 1000

  let core: _RealmCore?
  private let copiesObjects: Bool
  /// Whether it matters which columns were named.
  private let notesGiven: Bool
  /// Whether raw values of enums must be those of a case. What a file holds already is carried as it is.
  private(set) var checksCases: Bool
  /// The columns that were named, for objects of which only some were.
  private(set) var given: [ObjectIdentifier: ColumnSet] = [:]
  private var waiting: [(value: Untyped, object: ObjectBase, depth: Int)] = []
  private var next = 0
  // Collections that take their elements when those are filled.
  private var late: [Late] = []

  struct Late {
    let collection: _CollectionBase
    let elements: [Any]
    let value: Untyped
    let column: Int
    let entity: _Entity
  }

  // By what was copied: an unmanaged object, which is kept so that its address is not used again, or a row.
  private enum Source: Hashable {
    case object(ObjectIdentifier)
    case row(context: UInt, ordinal: Int, key: Int64)

    init(_ object: ObjectBase) {
      self =
        object._kind == .live
        ? .row(context: UInt(bitPattern: object._row.context), ordinal: object._entity.ordinal, key: object._row.key)
        : .object(ObjectIdentifier(object))
    }
  }

  private var copies: [Source: (copy: ObjectBase, source: ObjectBase)] = [:]

  /// For creating an object of a Realm, or for an unmanaged one.
  init(core: _RealmCore?, notesGiven: Bool = false, checksCases: Bool = true) {
    self.core = core
    self.notesGiven = notesGiven
    self.checksCases = checksCases
    copiesObjects = core != nil
  }

  /// For assigning to a property of an object, managed or not.
  init(assigningIn core: _RealmCore?, checksCases: Bool = true) {
    self.core = core
    notesGiven = false
    self.checksCases = checksCases
    copiesObjects = false
  }

  /// Fills an unmanaged object and all that it leads to.
  mutating func assign(_ value: Any, to object: ObjectBase) throws(UsageError) {
    try fill(object, Untyped(value), depth: 0)
    try fillWaiting()
  }

  /// Sets one property.
  mutating func set(_ value: Any?, _ column: Int, to object: ObjectBase) throws(UsageError) {
    let entity = object._entity
    try set(Untyped(value), column, entity.readable.columns[column], object, entity, depth: 0)
    try fillWaiting()
  }

  private mutating func fillWaiting() throws(UsageError) {
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
    // The innermost first.
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
      for column in readable.names.indices {
        guard let value = values[readable.names[column]] else { continue }
        named.insert(column)
        try set(Untyped(value), column, readable.columns[column], object, entity, depth: depth)
      }
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
    switch readable.type {
    case .object:
      if case .null = value { return object._storeLink(column, nil, policy: .error) }
      guard let target = self.target(entity, column) else { throw refusal(value, column, entity) }
      // An embedded object that is there already stays.
      if object._kind == .live, case .object(let same) = value, target.model.kind == .embedded, object._isLinked(column, to: same, target) {
        return object._storeLink(column, same, policy: .error)
      }
      guard let linked = try linked(value, target, depth: depth, place: "property") else { throw refusal(value, column, entity) }
      // A row is made of what is there.
      if object._kind == .live { try fillWaiting() }
      object._storeLink(column, linked, policy: .error)
    case .any:
      guard let converted = try any(value, depth: 0, label: { entity.label(column) }) else { throw refusal(value, column, entity) }
      if object._kind == .live { try fillWaiting() }
      object._setAny(column, converted)
    default:
      if value.isPlain {
        try setPlain(value, column, readable, object, entity)
      } else {
        try setPlain(value.plain, column, readable, object, entity)
      }
    }
  }

  // Numbers, text and the like.
  private func setPlain(_ value: Untyped, _ column: Int, _ readable: ReadableColumns.Column, _ object: ObjectBase, _ entity: _Entity)
    throws(UsageError)
  {
    if let excess = value.excess {
      throw .tooLong(what: excess.what, bytes: excess.bytes, limit: excess.limit, property: entity.label(column))
    }
    if core == nil, readable.isCustom, let failable = type(of: object)._failableTypes[column], !converts(value, failable) {
      // As the typed property would: what does not convert is nil where that is a value.
      guard readable.isOptional else { throw .customValue(type: "\(failable)", value: value.text) }
      _ = object._store(.null, column, readable.type, isOptional: true)
      return
    }
    if checksCases, let cases = readable.cases, !cases.admits(value, readable.type) {
      throw .noCase(type: cases.name, value: value.text, property: entity.label(column))
    }
    if !object._store(value, column, readable.type, isOptional: readable.isOptional) { throw refusal(value, column, entity) }
  }

  // Nil, and values of other types than the persisted one, are refused elsewhere.
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

  /// The object that stands for a value in a link; nil when none can.
  /// - Parameter place: what the object becomes part of, as the message about an embedded object that has an owner names it.
  mutating func linked(_ value: Untyped, _ target: _Entity, depth: Int, place: String) throws(UsageError) -> ObjectBase? {
    switch value.plain {
    case .object(let object):
      guard object._entity === target else { return nil }
      // A class's property cannot hold an untyped object before there is a row.
      guard let core else { return object is DynamicObject ? nil : object }
      let isRow = object._kind == .live && object._row.context == core.context
      // A migration may assign an object whose type becomes embedded when the migration ends.
      if isRow, target.model.kind == .object || !copiesObjects && core.session.table(target.ordinal)?.entity.kind == .object {
        if !object._isValid() { throw .invalidated(type: object._className) }
        // Collections of a class take objects of it only.
        return object is DynamicObject ? target.accessor(object._row, core) : object
      }
      if !copiesObjects {
        guard object._kind == .live else { return object }
        if !isRow { throw .otherRealm(type: object._className) }
        // A migration moves embedded objects between properties by assigning them: the owner that it leaves keeps its own.
        if !core.parts.isMigrating { throw .managedEmbedded(type: object._className, place: place) }
      }
      // An embedded object is in one place: each link to one gets a copy of its own.
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
  /// Whether a link of a managed object leads to this object already.
  fileprivate func _isLinked(_ column: Int, to object: ObjectBase, _ target: _Entity) -> Bool {
    object._kind == .live && _realm.isSame(object, target.ordinal, _cell(column, 8).load(as: Int64.self) - 1)
  }
}

extension ObjectBase {
  /// Fills an unmanaged object from an array, a dictionary or another object.
  final func _assign(_ value: Any, policy: Realm.UpdatePolicy?) {
    var reading = ValueReading(core: nil)
    do throws(UsageError) { try reading.assign(value, to: self) } catch { misuse(error) }
  }
}
