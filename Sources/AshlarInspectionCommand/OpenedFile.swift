internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarSchema
internal import AshlarStore

/// Opens a file for reading. Throws if standard output is redirected to it.
func openToRead(_ file: KeyedFile) throws -> Realm {
  try OutputGuard(inputs: [file.path]).checkStandardOutput()
  do {
    return try Realm(storedTypesAt: file.path, key: file.key, readOnly: true)
  } catch let error as StoreError {
    throw DatabaseFailure(error)
  }
}

extension Realm {
  /// Opens a file for writing.
  /// - Parameter model: The types of a new file, which is encrypted if `file` has a key.
  init(writing file: KeyedFile, creating model: SchemaModel?) throws {
    try self.init(storedTypesAt: file.path, key: file.key, readOnly: false, creating: model)
  }
}
