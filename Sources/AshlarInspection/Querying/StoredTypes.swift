public import Ashlar
public import AshlarSchema
internal import AshlarStore

/// The types of an open file.
public struct StoredTypes {
  let path: String
  /// All types, by name.
  public let all: [EntityModel]

  /// - Parameter path: The path of the file, for messages.
  public init(_ realm: Realm, at path: String) {
    self.path = path
    all = realm._types
  }

  /// Returns the type with a name. If it does not exist, throws an error that suggests existing names.
  public func type(named name: String) throws(RequestFailure) -> EntityModel {
    if let found = all.first(where: { $0.name == name }) { return found }
    throw RequestFailure("'\(path)' has no type '\(name)'\(StoredTypes.hint(name, all.map(\.name)))")
  }

  /// Returns a suggestion for a misspelled name, or a list of the existing names.
  static func hint(_ name: String, _ names: [String]) -> String {
    if let nearest = Spelling.nearest(to: name, in: names) { return "; did you mean '\(nearest)'?" }
    let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    return names.isEmpty ? "; it has none" : "; it has \(shown)"
  }
}
