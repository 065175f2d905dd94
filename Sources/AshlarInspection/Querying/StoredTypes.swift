internal import Ashlar
internal import AshlarCommandLine
internal import AshlarGeneration
internal import AshlarSchema
internal import AshlarStore

/// The types of an open file, by name.
struct StoredTypes {
  let path: String
  let all: [EntityModel]

  init(_ realm: Realm, at path: String) {
    self.path = path
    all = realm._types
  }

  func type(named name: String) throws(CommandFailure) -> EntityModel {
    if let found = all.first(where: { $0.name == name }) { return found }
    throw .usage("'\(path)' has no type '\(name)'\(StoredTypes.hint(name, all.map(\.name)))")
  }

  /// What was perhaps meant, or all that there is.
  static func hint(_ name: String, _ names: [String]) -> String {
    if let nearest = Spelling.nearest(to: name, in: names) { return "; did you mean '\(nearest)'?" }
    let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    return names.isEmpty ? "; it has none" : "; it has \(shown)"
  }
}

/// Opens a file to read it. Throws where standard output would write to it.
func openToRead(_ path: String) throws -> Realm {
  try OutputGuard(inputs: [path]).checkStandardOutput()
  do {
    return try Realm(storedTypesAt: path, readOnly: true)
  } catch let error as StoreError {
    throw DatabaseFailure(error)
  }
}
