internal import Ashlar
internal import AshlarSchema

extension LiveFile {
  /// Returns the objects of a type in the order of their creation: at most `count`, beginning at `start`. Advances to the newest version,
  /// and reads it from the live Realm, which maintains the positions of rows. Throws if the task is cancelled. Complexity: O(`count` · log
  /// rows).
  /// - Parameter columns: Comma-separated paths; all stored properties if it is empty.
  public func rows(
    type: String, columns: String, from start: Int, count: Int
  ) throws(ViewFailure) -> (version: UInt64, count: Int, columns: JSONValue, rows: JSONValue, keys: [Int64]) {
    refresh()
    let model = try reading.type(type)
    let columns = try ViewedColumns(columns, model, reading.types)
    let objects = realm.dynamicObjects(model.name)
    let all = objects.count
    let range = start < all ? start..<min(start + count, all) : 0..<0
    var keys: [Int64] = []
    var rows: [JSONValue] = []
    for position in range {
      let object = objects[position]
      keys.append(object._rowKey)
      rows.append(try columns.row(object))
    }
    return (version, all, .array(columns.names.map { .string($0) }), .array(rows), keys)
  }

  /// Returns the number of all objects of a type, and the keys of at most `count` of them, beginning at `start`, in the order of their
  /// creation; nil if there is no such type.
  public func keys(type: String, from start: Int, count: Int) -> (count: Int, keys: [Int64])? {
    guard let model = reading.types.all.first(where: { $0.name == type }) else { return nil }
    let objects = realm.dynamicObjects(model.name)
    let all = objects.count
    return (all, start < all ? (start..<min(start + count, all)).map { objects[$0]._rowKey } : [])
  }

  private var reading: FileSnapshot { FileSnapshot(reading: realm, path: path) }
}

extension FileSnapshot {
  /// Returns the position of an object among all objects of its type; nil if it does not exist.
  public func position(type: String, key: String) throws(ViewFailure) -> Int? {
    let model = try self.type(type)
    guard let number = Int64(key) else { throw ViewFailure(.request, "'\(key)' is not a row key", parameter: "key") }
    return _NamedType(model.name, in: realm).object(row: number).flatMap { realm.dynamicObjects(model.name).index(of: $0) }
  }
}
