public import AshlarSchema

/// The reason why a file and a schema are incompatible.
public indirect enum CatalogError: Error, Hashable, Sendable {
  /// The types differ, and the schema version was not raised.
  case schemaMismatch(path: String, [SchemaDifference])
  /// The types differ, and the schema version was raised, but the data must be converted by migration code.
  case needsMigration(path: String, from: UInt64, to: UInt64, [SchemaDifference])
  /// An integer property is narrowed, and the value of a row does not fit. `more` is the number of further rows with such values.
  case valueDoesNotFit(path: String, type: String, property: String, value: Int64, bits: Int, row: Int64, more: Int)
  /// Several rows would have the same primary key. `more` is the number of further rows that repeat a key.
  case duplicateKeys(path: String, type: String, properties: [String], key: String, rows: [Int64], more: Int)
  /// Rows break a rule that the file does not have yet, or that is narrower than the file's. `more` is the number of further rows that
  /// break it.
  case ruleBroken(path: String, StoredViolation, more: Int)
  /// A type becomes embedded, and an `AnyRealmValue` links to one of its objects.
  case embeddedInValue(path: String, type: String, property: String)
  /// A type becomes asymmetric, and the file contains a table of its objects.
  case becameAsymmetric(path: String, type: String)
  /// The file must be migrated, but this process holds a snapshot of it.
  case inUse(path: String, by: SnapshotHolder)
  /// The file must be migrated through several versions, which requires a copy, but a copy cannot replace the file: the file has several
  /// names, is open elsewhere, or is in memory, in which case `names` is 0.
  case needsCopy(path: String, names: Int)
  /// The file is too large to be migrated in place, and a copy cannot replace it while another process has it open.
  case largeAndOpen(path: String, bytes: Int, process: Int32)
  /// The migrated file needs a newer format, which a process that has the file open does not support.
  case olderReader(path: String, format: Int, process: Int32)
  /// The migrated file needs a feature that a process which has the file open does not know.
  case featureOfOlderReader(path: String, feature: String, process: Int32)
  /// Since this process opened the file, another process has added features that this release does not know.
  case featuresElsewhere(path: String, names: [String])
  /// A type has used all numbers of properties below `limit`, which are never reused.
  case tooManyColumns(path: String, type: String, limit: Int)
  /// A type has used all `limit` numbers of indexes of several properties, which are never reused.
  case tooManyIndexes(path: String, type: String, limit: Int)
  /// Another process has migrated the file to a different schema since this process opened it.
  case changedElsewhere(path: String, version: UInt64)
  /// Since this process opened the file, a type was added with a property that links to `target`, a type that this process knows; `target`
  /// is nil if the property can link to any type. Deleting an object in this process would leave such links dangling.
  case linkedElsewhere(path: String, type: String, property: String, target: String?)
  /// The file has a higher version than the configuration.
  case versionTooLow(path: String, stored: UInt64, configured: UInt64)
  /// The file's version differs from the configuration's, but must be equal.
  case otherVersion(path: String, stored: UInt64, configured: UInt64)
}

extension CatalogError: CustomStringConvertible {
  /// The message, which names the file and, in most cases, a remedy.
  public var description: String {
    switch self {
    case .schemaMismatch(let path, let differences):
      "Migration is required for '\(path)': its data does not fit the schema, and the schema version was not raised.\n"
        + CatalogError.lines(differences)
    case .needsMigration(let path, let from, let to, let differences):
      "'\(path)' has schema version \(from) and cannot be converted to version \(to) without code for the changes below: "
        + "set 'migrationBlock' in the configuration. The file was left as it was.\n" + CatalogError.lines(differences)
    case .valueDoesNotFit(let path, let type, let property, let value, let bits, let row, let more):
      "'\(path)' cannot be converted: '\(type).\(property)' becomes an integer of \(bits) bits, and the value \(value) in row \(row) does not fit"
        + "\(CatalogError.more(more)). Keep the wider type, or change the values first. The file was left as it was."
    case .duplicateKeys(let path, let type, let properties, let key, let rows, let more):
      "'\(path)' cannot be converted: '\(type).\(properties.joined(separator: "', '"))' \(properties.count == 1 ? "is" : "are") the primary key, and rows \(rows.map { String($0) }.joined(separator: " and ")) would both have \(key)"
        + "\(more == 0 ? "" : more == 1 ? "; 1 more row repeats a key" : "; \(more) more rows repeat a key"). Change or delete one of them first, or call 'resolveDuplicates' in the migration. The file was left as it was."
    case .ruleBroken(let path, let violation, let more):
      "'\(path)' cannot be converted: \(violation)"
        + "\(more == 0 ? "" : more == 1 ? ", and 1 more row breaks it" : ", and \(more) more rows break it"). Change or delete such rows first, or in the migration\(violation.rule.kind == .unique ? ", or call 'resolveDuplicates(ofType:by:onDuplicate:)' there" : ""). The file was left as it was."
    case .embeddedInValue(let path, let type, let property):
      "'\(path)' cannot be converted: objects of type '\(type)' become embedded, and an AnyRealmValue of '\(property)' links to one. Replace such values first, or in the migration. The file was left as it was."
    case .becameAsymmetric(let path, let type):
      "'\(path)' cannot be opened. Type '\(type)' is asymmetric now, and the file has a table of its objects, which cannot be moved to the outbox. Give the asymmetric type another name, or remove the table with 'deleteData(forType:)' in a migration block."
    case .inUse(let path, let user):
      "'\(path)' must be converted to the new schema and is in use: \(user). Close it there first."
    case .needsCopy(let path, 0):
      "'\(path)' is in memory, and a migration through several schema versions requires a file that can be copied. Close all of its Realms, which deletes its contents, and open it again."
    case .needsCopy(let path, let names):
      "'\(path)' has to be migrated through several schema versions, on a copy that then replaces it. "
        + (names > 1
          ? "It has \(names) names, of which the copy could replace only one: remove the others first."
          : "It is open elsewhere: close it there first.")
        + " The file was left as it was."
    case .largeAndOpen(let path, let bytes, let process):
      "'\(path)' has \(bytes) bytes, more than 'migrationMemory' allows to migrate in place, and a copy cannot replace it while process \(process) has it open. Close it there first, or raise 'migrationMemory'. The file was left as it was."
    case .olderReader(let path, let format, let process):
      "'\(path)' needs file format \(format) for the new schema, and process \(process), which has it open, runs an older version of Ashlar that would misread that format. Stop that process first. The file was left as it was."
    case .featureOfOlderReader(let path, let feature, let process):
      "'\(path)' needs the feature '\(feature)' for the new schema, and process \(process), which has it open, is of an older program that does not know it. End that process first. The file was left as it was."
    case .featuresElsewhere(let path, let names):
      "'\(path)' has used \(StoreError.list(names)), which this release does not know, since a newer program opened it. Realms that are open here continue to read their version and cannot write. Use a newer version of Ashlar."
    case .tooManyColumns(let path, let type, let limit):
      "'\(path)' cannot be converted: '\(type)' has had \(limit) properties over time, and numbers of removed ones are not used again. Store the new property in another type. The file was left as it was."
    case .tooManyIndexes(let path, let type, let limit):
      "'\(path)' cannot be converted: '\(type)' has had \(limit) indexes of several properties over time, those of unique rules included, and numbers of removed ones are not used again. Remove the new index or rule, or declare it in another type. The file was left as it was."
    case .changedElsewhere(let path, let version):
      "'\(path)' was migrated to schema version \(version) by another process while it was open here. Realms that are open here continue to read their version and cannot write. Close all of them, and open the file again with that schema."
    case .linkedElsewhere(let path, let type, let property, let target):
      "'\(path)' received the type '\(type)' after it was opened here, and '\(type).\(property)' may link to \(target.map { "'\($0)'" } ?? "any object"). This Realm does not know that type, and could not remove such links when it deletes an object: it continues to read its version and cannot write. Close it, and open the file again."
    case .versionTooLow(let path, let stored, let configured):
      "Provided schema version \(configured) is less than last set version \(stored) of '\(path)'."
    case .otherVersion(let path, let stored, let configured):
      "Provided schema version \(configured) does not equal last set version \(stored) of '\(path)'."
    }
  }

  private static func more(_ count: Int) -> String {
    switch count {
    case 0: ""
    case 1: ", nor does that of 1 more row"
    default: ", nor do those of \(count) more rows"
    }
  }

  private static func lines(_ differences: [SchemaDifference]) -> String {
    differences.map { "- \($0)" }.joined(separator: "\n")
  }
}
