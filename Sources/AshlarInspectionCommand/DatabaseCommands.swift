package import AshlarCommandLine
internal import AshlarSchema
internal import AshlarStore

extension DatabaseSupport {
  /// The commands for database files.
  package static var store: DatabaseSupport {
    DatabaseSupport(commands: [
      QueryCommand.self, ExportCommand.self, ImportCommand.self, SchemaCommand.self, InspectCommand.self, VerifyCommand.self,
      MigrateCommand.self, StudioCommand.self,
    ]) { path throws(DatabaseFailure) in
      do throws(StoreError) {
        return try FileInspection.schema(path)
      } catch {
        throw DatabaseFailure(error)
      }
    }
  }
}

extension DatabaseFailure {
  init(_ error: StoreError) {
    switch error {
    case .notFound, .permissionDenied, .notAFile: self = .files(error.description)
    default: self = .failed(error.description)
    }
  }
}
