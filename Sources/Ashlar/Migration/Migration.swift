/// A closure that changes the objects of a file while the file is opened with a higher schema version.
///
/// ```swift
/// configuration.migrationBlock = { migration, oldSchemaVersion in
///   if oldSchemaVersion < 2 { migration.renameProperty(onType: "Dog", from: "title", to: "name") }
/// }
/// ```
///
/// See `Realm.Configuration.migrationBlock` and the guide, *Changing a schema*.
public typealias MigrationBlock = @Sendable (_ migration: Migration, _ oldSchemaVersion: UInt64) -> Void

/// A closure that receives the old and the new form of an object. See `Migration.enumerateObjects(ofType:_:)`.
public typealias MigrationObjectEnumerateBlock = (_ oldObject: MigrationObject?, _ newObject: MigrationObject?) -> Void

/// The interface of a `migrationBlock` to the objects of the file: the old objects, which are read-only, and the new ones.
///
/// ```swift
/// configuration.migrationBlock = { migration, oldVersion in
///   if oldVersion < 2 {
///     migration.enumerateObjects(ofType: "Person") { old, new in
///       new?["fullName"] = "\(old?["firstName"] ?? "") \(old?["lastName"] ?? "")"
///     }
///   }
/// }
/// ```
///
/// Automatic changes have already been made when the block runs: properties of the same name keep their values if their type is unchanged,
/// became optional or became wider, and so do properties that are renamed with `was`. New properties contain their `backfill`; without one,
/// nil if they are optional, and otherwise the zero value of their type, such as 0, false or "". Values of properties that were removed, or
/// whose type changed, can be read on the old side.
///
/// Old objects use the names of types and properties in the file; new objects use the names in the classes. Primary keys may be set;
/// duplicates are detected after the block has returned. Objects must not be used after the block has returned, and the block must not open
/// the file.
///
/// An error in a block does not stop the program: the first one, such as an unknown property, is recorded and logged, further changes are
/// ignored, and opening the file throws the error. The file is then unchanged. See the guide, *Changing a schema*.
public nonisolated final class Migration {
  private let run: MigrationRun

  /// Values that migration code passes from one object to the next, such as objects that it has created:
  ///
  /// ```swift
  /// let author = migration.userInfo[old.authorName] as? V3.Author ?? migration.create(V3.Author.self)
  /// migration.userInfo[old.authorName] = author
  /// ```
  ///
  /// The dictionary is discarded when the file has reached the next release.
  public var userInfo: [AnyHashable: Any] = [:]

  init(_ run: MigrationRun) { self.run = run }

  /// The types of the file, by their names in the file.
  public var oldSchema: Schema { run.oldSchema }

  /// The types of the configuration. No property is a primary key until the block has returned.
  public var newSchema: Schema { run.newSchema }

  /// Calls `block` with the old and the new form of each object of a type, in the order of creation.
  ///
  /// ```swift
  /// migration.enumerateObjects(ofType: "Dog") { old, new in
  ///   new?["age"] = Int(old?["age"] as? String ?? "") ?? 0
  /// }
  /// ```
  ///
  /// Deleted objects are omitted, and objects that the block creates are not visited. For a type that is new, the old object is nil; for a
  /// type that the configuration does not list, the new object is nil. The block may create and delete objects, and enumerate others. If
  /// neither side has the type, the block is not called.
  ///
  /// Complexity: O(objects).
  ///
  /// - Parameters:
  ///   - typeName: The name of a type, in the configuration or in the file.
  ///   - block: A closure that receives the old object, which is read-only, and the new one.
  public func enumerateObjects(ofType typeName: String, _ block: MigrationObjectEnumerateBlock) { run.enumerate(typeName, block) }

  /// Creates an object on the new side.
  ///
  /// ```swift
  /// let ann = migration.create("Person", value: ["name": "Ann", "age": 30])
  /// ```
  ///
  /// Duplicate primary keys are detected after the block has returned. An unknown or embedded type fails the migration. After a failure,
  /// the returned object is invalidated.
  ///
  /// - Parameters:
  ///   - typeName: The name of a type of the configuration.
  ///   - value: The values, as `Realm.create(_:value:update:)` accepts them. Properties without a value have the defaults of the class.
  @discardableResult
  public func create(_ typeName: String, value: Any = [Any]()) -> MigrationObject { run.create(typeName, value) }

  /// Creates an object of the release to which a step migrates.
  ///
  /// ```swift
  /// let author = migration.create(V3.Author.self)
  /// ```
  ///
  /// The object's properties have the defaults of that release. An embedded type fails the migration: to create an embedded object, assign
  /// to the property that owns it.
  public func create<Type: HistoricalObject>(_ type: Type.Type) -> Type { run.create(type) }

  /// Deletes an object of the new side.
  ///
  /// ```swift
  /// migration.enumerateObjects(ofType: "Person") { old, new in
  ///   if let new, old?["name"] as? String == "" { migration.delete(new) }
  /// }
  /// ```
  ///
  /// Passing an object of the old side, or one that has been deleted, fails the migration.
  public func delete(_ object: MigrationObject) { run.delete(object) }

  /// Deletes an object of the release to which a step migrates.
  public func delete(_ object: some HistoricalObject) { run.delete(object._row.object) }

  /// Deletes all objects of a type.
  ///
  /// ```swift
  /// migration.deleteData(forType: "Cat")
  /// ```
  ///
  /// A type that the configuration does not list is removed from the file; if another type links to it, the migration fails.
  ///
  /// Returns false if neither the configuration nor the file has the type, or if the migration has failed before.
  @discardableResult
  public func deleteData(forType typeName: String) -> Bool { run.deleteAll(typeName) }

  /// The object to keep of several objects with the same primary key, or with the same values of other properties. See
  /// `Migration.resolveDuplicates(ofType:onDuplicate:)`.
  public enum DuplicateResolution: Hashable, Sendable {
    /// The object that was created first.
    case keepFirst
    /// The object that was created last.
    case keepLast
  }

  /// Merges objects that have the same primary key, after the migration code has returned. Without this call, duplicates fail the
  /// migration.
  ///
  /// ```swift
  /// migration.enumerateObjects(ofType: "Person") { old, new in new?["email"] = (old?["email"] as? String)?.lowercased() }
  /// migration.resolveDuplicates(ofType: "Person", onDuplicate: .keepLast)
  /// ```
  ///
  /// Keeps one object unchanged and deletes its duplicates with the objects that they own. Links to the duplicates, including those in
  /// lists, sets, maps and `AnyRealmValue`s, are redirected to the object that remains. Only the last call for a type takes effect. A type
  /// that has no primary key, or that the configuration does not list, fails the migration.
  ///
  /// Complexity: O(objects log objects + links to deleted objects).
  ///
  /// - Parameters:
  ///   - typeName: The name of a type of the configuration.
  ///   - onDuplicate: The object to keep.
  public func resolveDuplicates(ofType typeName: String, onDuplicate: DuplicateResolution) { run.resolve(typeName, onDuplicate) }

  /// Merges objects with the same primary key, for a type of the release to which a step migrates. A call applies to all objects of the
  /// type; repeating it for each object has no further effect. See `resolveDuplicates(ofType:onDuplicate:)`.
  public func resolveDuplicates<Type: HistoricalObject>(of type: Type.Type, onDuplicate: DuplicateResolution) {
    run.resolve(type, onDuplicate)
  }

  /// After the migration code has returned, merges objects that have the same values in all of these properties. Without this call,
  /// duplicates of a unique rule fail the migration.
  ///
  /// ```swift
  /// migration.resolveDuplicates(ofType: "Account", by: ["email"], onDuplicate: .keepLast)
  /// ```
  ///
  /// An object with nil in one of the properties has no duplicates, unless a unique rule of exactly these properties has `nilCounts`. The
  /// condition of a unique rule has no effect. Text is compared byte for byte. If a property links to objects of the type itself, objects
  /// that have the same values only after their links have been redirected are merged, too.
  ///
  /// In all other respects, the method behaves like `resolveDuplicates(ofType:onDuplicate:)`. For each list of properties, only the last
  /// call for a type takes effect. Calls for a primary key take effect first, then the others in their order. The migration fails if the
  /// type has no property with one of the names, or if the values of a property cannot be unique.
  /// - Parameters:
  ///   - typeName: The name of a type of the configuration.
  ///   - properties: The names of properties of the new type.
  ///   - onDuplicate: The object to keep.
  public func resolveDuplicates(ofType typeName: String, by properties: [String], onDuplicate: DuplicateResolution) {
    run.resolve(typeName, by: properties, onDuplicate)
  }

  /// Merges objects with the same values, for a type of the release to which a step migrates. See
  /// `resolveDuplicates(ofType:by:onDuplicate:)`.
  public func resolveDuplicates<Type: HistoricalObject>(of type: Type.Type, by properties: [String], onDuplicate: DuplicateResolution) {
    run.resolve(type, by: properties, onDuplicate)
  }

  /// Moves the values of a removed property to another property of the same object type.
  ///
  /// ```swift
  /// migration.renameProperty(onType: "Person", from: "title", to: "name")
  /// ```
  ///
  /// The two properties must have the same type, except that a required property may become optional; otherwise the migration fails. `was`
  /// in the schema has the same effect without a block.
  ///
  /// Complexity: O(objects) if the block has changed anything but names, if the file already has the new property, or if the property is a
  /// collection whose elements become optional; otherwise O(1).
  ///
  /// - Parameters:
  ///   - typeName: The name of a type of the configuration.
  ///   - oldName: The name of the property in the file.
  ///   - newName: The name of the property in the configuration.
  public func renameProperty(onType typeName: String, from oldName: String, to newName: String) {
    run.rename(typeName, from: oldName, to: newName)
  }

  /// Fails the migration: further changes are ignored, enumerations end, and opening the file throws `error`. Only the first error is
  /// recorded.
  ///
  /// ```swift
  /// if new?["name"] as? String == "" { migration.fail(ImportError.emptyName) }
  /// ```
  public func fail(_ error: any Error) { run.fail(error) }
}
