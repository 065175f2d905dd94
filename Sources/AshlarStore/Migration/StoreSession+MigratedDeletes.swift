extension StoreSession {
  /// Deletes rows in a migration, according to the delete rules of the new schema. Throws `CatalogError.ruleBroken` if one of them refuses
  /// the deletion. See `delete(_:)`.
  /// - Parameter keys: The rows by entity ordinal.
  public func deleteInMigration(_ keys: [Int: [Int64]]) throws {
    if try delete(keys) { return }
    guard let refusal = writeRefusal else { preconditionFailure("a deletion that is refused refuses the write") }
    if let violation = (refusal as? RuleError)?.violations.first {
      throw CatalogError.ruleBroken(path: engine.path, violation, more: 0)
    }
    throw refusal
  }
}
