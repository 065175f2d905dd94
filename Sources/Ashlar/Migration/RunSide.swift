/// The old or the new Realm of a migration, as its blocks access it. When a block reads or writes a property by its name, the object
/// accesses the migration through this class.
///
/// Invariant: the run exists as long as it is attached to the side; `MigrationRun.end` detaches it.
nonisolated final class RunSide: MigratedInstance {
  private unowned(unsafe) let run: MigrationRun

  init(_ run: MigrationRun, _ core: _RealmCore) {
    self.run = run
    super.init(core)
  }

  override func value(of object: DynamicObject, _ key: String) -> Any? { run.value(of: object, key) }

  override func set(_ value: Any?, _ key: String, of object: DynamicObject) { run.set(value, key, of: object) }

  override func fail(_ error: __owned UsageError) { run.fail(error) }
}
