internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarStore

/// Opens a file for reading. Throws if standard output is redirected to it.
func openToRead(_ path: String) throws -> Realm {
  try OutputGuard(inputs: [path]).checkStandardOutput()
  do {
    return try Realm(storedTypesAt: path, readOnly: true)
  } catch let error as StoreError {
    throw DatabaseFailure(error)
  }
}
