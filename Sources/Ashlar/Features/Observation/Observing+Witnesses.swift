public import Dispatch

// See `Realm+Witnesses.swift`.

extension RealmCollection {
  /// Observes the collection. Fulfills requirements of protocols written for RealmSwift. See `observe(keyPaths:on:fileID:line:_:)`.
  @_disfavoredOverload public func observe(
    keyPaths: [String]?, on queue: DispatchQueue?, _ block: @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: queue, fileID: "through a protocol", line: 0, block)
  }
}

extension Map {
  /// Observes the map. Fulfills requirements of protocols written for RealmSwift. See `observe(keyPaths:on:fileID:line:_:)`.
  @_disfavoredOverload public func observe(
    keyPaths: [String]?, on queue: DispatchQueue?, _ block: @escaping (RealmMapChange<Map>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: queue, fileID: "through a protocol", line: 0, block)
  }
}

extension Object {
  /// Observes the object. Fulfills requirements of protocols written for RealmSwift. See `observe(keyPaths:on:fileID:line:_:)`.
  @_disfavoredOverload public final func observe<T: ObjectBase>(
    keyPaths: [String]?, on queue: DispatchQueue?, _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: queue, fileID: "through a protocol", line: 0, block)
  }
}
