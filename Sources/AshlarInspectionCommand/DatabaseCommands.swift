package import AshlarCommandLine
internal import AshlarSchema
internal import AshlarStore

extension DatabaseSupport {
  /// The commands for database files.
  package static var store: DatabaseSupport {
    DatabaseSupport(commands: [
      QueryCommand.self, ExportCommand.self, ImportCommand.self, SchemaCommand.self, InspectCommand.self, VerifyCommand.self,
      MigrateCommand.self, EncryptCommand.self, DecryptCommand.self, StudioCommand.self,
    ]) { file throws(StoreError) in try FileInspection.schema(file.path, key: file.key) }
  }
}
