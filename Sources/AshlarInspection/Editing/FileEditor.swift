internal import Ashlar
internal import AshlarSchema
public import AshlarStore

/// Performs the edits that a user makes to the objects of a file, each edit in one transaction. Used only on the thread or actor that
/// created it.
public struct FileEditor {
  private let realm: Realm
  private let path: String

  /// Opens a file for writing. Throws a failure that states the reason if that is not possible.
  /// - Parameter key: The key of an encrypted file; nil for a file that is not encrypted.
  public init(path: String, key: EncryptionKey? = nil) throws(ViewFailure) {
    self.path = path
    // If the file has been deleted, opening would create another one.
    guard NamedFile(at: path).exists else { throw ViewFailure(.file, "There is no file at '\(path)'.") }
    do { realm = try Realm(storedTypesAt: path, key: key, readOnly: false) } catch { throw ViewFailure(error) }
  }

  /// Performs all actions of an edit in one transaction, or none of them. Returns a JSON object with the new version, the result of each
  /// action (the key of its row, null for a deletion, or the number of updated rows), and the actions that undo the edit, or null and the
  /// reason if it cannot be undone. Throws, and changes nothing, if the task is cancelled before the commit begins.
  public func edit(_ json: JSONValue) throws(ViewFailure) -> JSONValue {
    let actions = try EditAction.list(json)
    let expected = try EditAction.expectedDeletions(json)
    do {
      var run = try EditRun(realm, path)
      try realm.write {
        try EditRun.checkCancellation()
        try run.perform(actions)
        try run.complete(expecting: expected)
        try EditRun.checkCancellation()
      }
      return .object([.init(name: "version", value: .digits(realm._version))] + run.members)
    } catch {
      throw ViewFailure(error)
    }
  }

  /// Performs the actions of an edit in a transaction that is cancelled. Returns the changes that they would have made. Throws if the task
  /// is cancelled meanwhile.
  public func preview(_ json: JSONValue) throws(ViewFailure) -> JSONValue {
    let actions = try EditAction.list(json)
    var outcome: JSONValue?
    do {
      var run = try EditRun(realm, path)
      try realm.write {
        try EditRun.checkCancellation()
        try run.perform(actions)
        // A deletion that a rule refuses changes nothing, and the commit throws the error. This write does not commit.
        if let refusal = realm._writeRefusal { throw refusal }
        outcome = EditPreview(realm, before: realm.freeze()).json
        throw Cancelled()
      }
    } catch {
      if !(error is Cancelled) { throw ViewFailure(error) }
    }
    return outcome ?? .null
  }

  /// Stores all objects of a text in JSON lines or CSV in one transaction, or none of them. Throws, and changes nothing, if the task is
  /// cancelled before the transaction begins.
  /// - Parameters:
  ///   - type: The type of records that do not state one; required for CSV.
  ///   - updates: Whether objects whose primary keys exist are updated.
  ///   - previews: Whether to cancel the transaction, and to return the changes that it would have made.
  public func load(
    _ bytes: [UInt8], isCSV: Bool, type: String?, updates: Bool, previews: Bool
  ) throws(ViewFailure) -> JSONValue {
    do {
      let stored = StoredTypes(realm, at: path)
      let types = try ImportedTypes(stored.all, path: path)
      let source: ImportSource
      if isCSV {
        guard let type else { throw RequestFailure("CSV does not state the type of its objects") }
        source = .csv(try CSVRecords("file", bytes, try stored.type(named: type), types.models))
      } else {
        source = .lines(JSONLines("file", bytes))
      }
      var importer = Importer(realm, types, updates: updates)
      var outcome: JSONValue?
      do {
        try realm.write {
          try EditRun.checkCancellation()
          try importer.run([source], type: type) { _, _ in }
          guard previews else { return }
          // Values that are too long change nothing, and the commit throws the error. This write does not commit.
          if let refusal = realm._writeRefusal { throw refusal }
          outcome = EditPreview(realm, before: realm.freeze()).json
          throw Cancelled()
        }
      } catch let error as Realm.Error {
        throw importer.failure(error, [source]) ?? error
      } catch is Cancelled {
        return outcome ?? .null
      }
      return .members(["version": .digits(realm._version), "stored": .count(importer.count)])
    } catch let error as ImportFailure {
      throw ViewFailure(.request, "\(error)", parameter: "file")
    } catch {
      throw ViewFailure(error)
    }
  }

  /// Thrown to cancel the transaction of a preview.
  private struct Cancelled: Error {}
}
