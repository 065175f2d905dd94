package import AshlarSchema
package import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Realm {
  /// Writes a copy of a file and migrates the copy to a schema, as opening does without a migration block: collections are rewritten if the
  /// width of their elements changes, and each object that becomes embedded is assigned one owner. The original is only read. Throws
  /// `Realm.Error`; no file is then left at `target`. Used by the command.
  /// - Parameter key: The key of an encrypted file, which is also that of the copy; nil for a file that is not encrypted.
  package static func _migrateCopy(
    of path: String, key: EncryptionKey? = nil, to target: String, _ model: SchemaModel, _ history: SchemaHistory
  ) throws {
    do {
      let types = RealmTypes(release: model)
      let url = URL(fileURLWithPath: path)
      let configuration = Realm.Configuration(fileURL: url, schemaVersion: model.version)
      let run = MigrationRun(
        (url.path, url), types, version: model.version, ProgressReports(nil), steps: [], block: nil,
        makeSide: ConfiguredInstance.side(configuration, "the command"))
      let file = try FileInspection.schema(path, key: key)
      let between = history.releases.map(\.model).filter { $0.version > file.version && $0.version < model.version }
      let wanted = types.wanted.skipping(between, for: file) ?? types.wanted
      try MigrationPreparation.migrate(path, key: key, to: target, MigrationHop(to: wanted, version: model.version, with: run))
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }
}
