import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension _RealmCore {
  /// Implements `Realm.create` for asymmetric types.
  func createInOutbox(_ type: AsymmetricObject.Type, value: Any) {
    guard !type._isAbstract, let writing = outboxWriting, case let outbox = writing.types, let number = outbox.number(of: type._entity),
      session.hasTable(outbox.ordinal)
    else {
      misuse(.asymmetric(type: "\(type)"))
    }
    let object = type.init()
    var values = ValueReading(core: self)
    do throws(UsageError) {
      try values.assign(value, to: object)
    } catch {
      guard error.isOfData else { misuse(error) }
      return refuse(error)
    }
    var encoding = OutboxEncoding(core: self, bytes: writing.bytes)
    writing.bytes = []
    encoding.encode(object)
    defer { writing.bytes = encoding.bytes }
    let violations = object.unmanagedViolations()
    if !violations.isEmpty { return session.refuseWrite(RuleError(path: session.engine.path, violations)) }
    if encoding.bytes.count > OutboxTable.objectLimit {
      return refuse(
        .tooLong(what: "Object", bytes: encoding.bytes.count, limit: OutboxTable.objectLimit, property: type._entity.model.name))
    }
    if let full = fullOutbox(outbox, adding: encoding.bytes.count) { return refuse(full) }
    reading { () throws(StoreError) in
      let shape = try session.outboxShape(outbox.shape, outbox.ordinal)
      try encoding.bytes.withUnsafeBufferPointer { object throws(StoreError) in
        try session.addToOutbox(
          outbox.ordinal, shape: shape, type: number, created: _DateCell.parts(Date()), UnsafeRawBufferPointer(object))
      }
    }
  }

  // Returns an error if the outbox has no room for an object of `bytes` bytes; nil otherwise.
  private func fullOutbox(_ outbox: OutboxTypes, adding bytes: Int) -> UsageError? {
    guard let limit = configuration.outbox else { return nil }
    let objects = session.count(outbox.ordinal)
    let stored = Int(reading { () throws(StoreError) in try session.outboxTotals() }.bytes)
    if let most = limit.maximumObjects, objects >= most { return .outboxFull(objects: objects, bytes: stored, limit: "\(most) objects") }
    if stored + bytes > limit.maximumBytes {
      return .outboxFull(objects: objects, bytes: stored, limit: "\(limit.maximumBytes) bytes")
    }
    return nil
  }
}
