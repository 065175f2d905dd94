import AshlarSchema
import AshlarStore

extension _RealmCore {
  /// See `Realm.create`.
  func create<T: ObjectBase>(_ type: T.Type, value: Any, policy: Realm.UpdatePolicy) -> T {
    // The class is that of `type`, of which `T` may be a base.
    if policy != .error, let managed = value as? T, isOwn(managed, type._entity) { return managed }
    let object = type.init()
    return store(object, value, policy) ? object : T._accessor(object._entity, -1, self)
  }

  /// See `Realm.dynamicCreate`.
  func create(_ entity: _Entity, value: Any, policy: Realm.UpdatePolicy) -> ObjectBase {
    if policy != .error, let managed = value as? ObjectBase, isOwn(managed, entity) { return managed }
    let object = entity.makeObject()
    return store(object, value, policy) ? object : entity.accessor(goneRow(entity), self)
  }

  private func isOwn(_ object: ObjectBase, _ entity: _Entity) -> Bool {
    object._kind == .live && object._row.context == context && object._isValid() && object._entity === entity
  }

  // Fills a new object and adopts it; false when the value was refused for a reason that is not the programmer's.
  private func store(_ object: ObjectBase, _ value: Any, _ policy: Realm.UpdatePolicy) -> Bool {
    var reading = ValueReading(core: self, notesGiven: policy != .error || object._entity.isStoredOnly)
    do throws(UsageError) {
      try reading.assign(value, to: object)
    } catch {
      if let migration {
        migration.fail(error)
        return false
      }
      guard error.isOfData else { misuse(error) }
      refuse(error)
      return false
    }
    adopt(object, policy: policy, given: reading.given)
    return true
  }

  // The write can only be cancelled from now on: see `refusal`.
  func refuse(_ error: UsageError) { session.refuseWrite(error) }

  /// Why the open write cannot be committed: a value that data, not the programmer, made too long or too deep, or a full outbox.
  var refusal: UsageError? { session.writeRefusal as? UsageError }

  /// What the commit of such a write, and a copy within it, throws.
  var refusalError: Realm.Error? {
    refusal.map { refusal in
      let code: Realm.Error.Code = if case .outboxFull = refusal { .outboxFull } else { .invalidInput }
      return Realm.Error(code, "\(refusal) Nothing of the write was stored.", fileURL: configuration.fileURL)
    }
  }
}

extension ObjectBase {
  /// Fills an unmanaged object from an array, a dictionary or another object.
  final func _assign(_ value: Any, policy: Realm.UpdatePolicy?) {
    var reading = ValueReading(core: nil)
    do throws(UsageError) { try reading.assign(value, to: self) } catch { misuse(error) }
  }
}

extension Untyped {
  /// As messages show the value: its beginning, where it is long.
  var text: String {
    let text = payload.map { "\($0)" } ?? "nil"
    return text.utf8.count > 200 ? text.prefix(100) + "…" : text
  }

  var typeName: String { payload.map { "\(type(of: $0))" } ?? "nil" }

  var payload: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .float(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .uuid(let value): value
    case .objectId(let value): value
    case .decimal(let value): value
    case .any(let value): value
    case .array(let value): value
    case .dictionary(let value): value
    case .object(let value): value
    case .collection(let value): value
    case .number(let value): value
    case .other(let value): value
    }
  }
}
