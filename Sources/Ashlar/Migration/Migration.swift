/// Changes the objects of a file while it is opened with a higher schema version. See `Realm.Configuration.migrationBlock`.
public typealias MigrationBlock = @Sendable (_ migration: Migration, _ oldSchemaVersion: UInt64) -> Void

/// Gets an object as it was and the same as it becomes, see `Migration.enumerateObjects(ofType:_:)`.
public typealias MigrationObjectEnumerateBlock = (_ oldObject: MigrationObject?, _ newObject: MigrationObject?) -> Void

/// What a `migrationBlock` has in hand: the objects of the file as they were, which are only read, and as they become.
///
///     configuration.migrationBlock = { migration, oldVersion in
///       if oldVersion < 2 {
///         migration.enumerateObjects(ofType: "Person") { old, new in
///           new?["fullName"] = "\(old?["firstName"] ?? "") \(old?["lastName"] ?? "")"
///         }
///       }
///     }
///
/// By then, what needs no code has been done: properties of the same name and type have their values, also as optional or wider
/// ones, and properties that are renamed with `was` as well. New properties hold their `backfill`, or zero, false, "", or nil.
/// Values of properties that went, or have another type, are there on the old side.
///
/// Old objects go by the names that the file has for types and properties, new ones by those of the classes. Primary keys may be set;
/// they are compared when the block has returned. Objects must not be used after that, and the block must not open the file.
///
/// What a block does wrong does not stop the program: the first mistake, such as an unknown property, is noted and logged, nothing is
/// changed any more, and opening throws it. The file is then as it was.
public nonisolated final class Migration {
  private let run: MigrationRun

  /// For what the code is to remember from one object to the next, such as the objects that it has made:
  ///
  ///     let author = migration.userInfo[old.authorName] as? V3.Author ?? migration.create(V3.Author.self)
  ///     migration.userInfo[old.authorName] = author
  ///
  /// It is gone when the file has reached the next release.
  public var userInfo: [AnyHashable: Any] = [:]

  init(_ run: MigrationRun) { self.run = run }

  /// The types of the file, by the names that it has for them.
  public var oldSchema: Schema { run.oldSchema }

  /// The types of the configuration. No property is a primary key before the block has returned.
  public var newSchema: Schema { run.newSchema }

  /// Calls `block` with each object of a type, in the order of their making: as it was, and as it becomes.
  ///
  /// Objects that were deleted are left out, and those that the block makes are not visited. A type that is new gives nil and the
  /// new object, a type that the configuration lacks the old object and nil. A type that neither side has gives nothing. The block
  /// may create and delete objects, and enumerate others. O(objects).
  public func enumerateObjects(ofType typeName: String, _ block: MigrationObjectEnumerateBlock) { run.enumerate(typeName, block) }

  /// Makes an object of a type of the new side. What `value` does not name has the default of the class. See
  /// `Realm.create(_:value:update:)` for values; primary keys that are there already are found when the block has returned.
  @discardableResult
  public func create(_ typeName: String, value: Any = [Any]()) -> MigrationObject { run.create(typeName, value) }

  /// Makes an object of a type of the release that a step leads to. Its properties have the defaults of that release. An embedded type
  /// fails the migration: embedded objects are made by assigning to the property that owns them.
  public func create<Type: HistoricalObject>(_ type: Type.Type) -> Type { run.create(type) }

  /// Deletes an object of the new side.
  public func delete(_ object: MigrationObject) { run.delete(object) }

  /// Deletes an object of the release that a step leads to.
  public func delete(_ object: some HistoricalObject) { run.delete(object._row.object) }

  /// Deletes all objects of a type. A type that the configuration lacks is removed from the file. False when there is no such type.
  @discardableResult
  public func deleteData(forType typeName: String) -> Bool { run.deleteAll(typeName) }

  /// Which of several objects with the same primary key stays. See `Migration.resolveDuplicates(ofType:onDuplicate:)`.
  public enum DuplicateResolution: Hashable, Sendable {
    /// The object that was made first.
    case keepFirst
    /// The object that was made last.
    case keepLast
  }

  /// Makes one object of those that have the same primary key when the code has returned, where it would fail otherwise:
  ///
  ///     migration.enumerateObjects(ofType: "Person") { old, new in new?["email"] = (old?["email"] as? String)?.lowercased() }
  ///     migration.resolveDuplicates(ofType: "Person", onDuplicate: .keepLast)
  ///
  /// One stays as it is. The others are deleted with what they own, and links to them, also in lists, sets, maps and any values, lead to
  /// the one that stays. The last call for a type counts. A type without a primary key fails the migration.
  /// O(objects log objects + links to those that go).
  public func resolveDuplicates(ofType typeName: String, onDuplicate: DuplicateResolution) { run.resolve(typeName, onDuplicate) }

  /// The same in a step, for a type of the release that it leads to. It may be said for every object, and holds for all of them.
  public func resolveDuplicates<Type: HistoricalObject>(of type: Type.Type, onDuplicate: DuplicateResolution) {
    run.resolve(type, onDuplicate)
  }

  /// Gives the values of a property that the type has no longer to one that it has now. Both must have the same type; a required one may
  /// become optional. As the first change in a block it takes no time; after others every object is written. `was` in the
  /// schema does the same without a block.
  public func renameProperty(onType typeName: String, from oldName: String, to newName: String) {
    run.rename(typeName, from: oldName, to: newName)
  }

  /// Gives up: nothing is changed any more, the block's enumerations end, and opening throws `error`. The first one counts.
  public func fail(_ error: any Error) { run.fail(error) }
}
