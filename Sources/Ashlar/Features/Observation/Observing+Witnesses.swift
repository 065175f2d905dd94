public import Dispatch

// See `Realm+Witnesses.swift`.

extension Object {
  /// Observes the object. Fulfills requirements of protocols written for RealmSwift. See `observe(keyPaths:on:fileID:line:_:)`.
  @_disfavoredOverload public final func observe<T: ObjectBase>(
    keyPaths: [String]?, on queue: DispatchQueue?, _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: queue, fileID: "through a protocol", line: 0, block)
  }
}
