internal import AshlarSchema
internal import AshlarStore

/// Formats the result of an inspection.
enum InspectionText {
  /// Returns human-readable lines, with aligned columns of numbers.
  static func text(_ found: FileInspection, _ readers: [ReaderList.Reader]) -> String {
    let pages = found.fileSize / UInt64(found.pageSize)
    var lines = [
      "file      \(found.path)",
      "size      \(found.fileSize) bytes, \(pages) pages of \(found.pageSize), \(found.freePages) of them free",
      "version   \(found.version)",
    ]
    if found.isRestorePending { lines.append("          \(restoreNote(found))") }
    if found.format != 0 { lines.append("format    \(found.format)") }
    if !found.features.isEmpty {
      lines.append(
        "features  " + found.features.map { $0.isKnown ? $0.name : "\($0.name) (not known to this release)" }.joined(separator: ", "))
    }
    if let encryption = found.encryption {
      lines.append("encrypted epoch \(encryption.epoch)\(encryption.isOpened ? "" : "; the contents are not readable without the key")")
    }
    if let schema = found.schema { lines.append("schema    version \(schema.version)") }
    lines +=
      ["", tablesTitle(found)]
      + columns(
        [["name", "kind", "rows", "clusters", "bytes", "bytes a row"]]
          + found.tables.map { table in
            [
              table.name, "\(table.kind)", "\(table.rows)", "\(table.clusters)", "\(table.bytes)",
              table.rows > 0 ? "\(table.bytes / UInt64(table.rows))" : "-",
            ]
          })
    let rules = rules(of: found)
    if !rules.isEmpty { lines += ["", "rules"] + rules.map { "  \($0.text)" } }
    if !found.indexes.isEmpty {
      lines +=
        ["", "indexes"]
        + columns(
          [["columns", "bytes"]] + found.indexes.map { ["\($0.table).\($0.columns.joined(separator: ", "))", "\($0.bytes)"] })
    }
    lines +=
      ["", "trees"]
      + columns(
        [["name", "entries", "pages", "bytes"]]
          + found.trees.map { [$0.name, "\($0.entries)", "\($0.pages)", "\($0.pages * UInt64(found.pageSize))"] })
    lines += ["", readers.isEmpty ? "no readers" : "readers"]
    lines += readers.map { reader in
      let pinned =
        reader.version.map { version in
          "version \(version), \(found.version >= version ? found.version - version : 0) behind the newest, "
            + "\(found.pages(pinnedBy: version)) pages pinned"
        } ?? "none pinned"
      return "  process \(reader.process): \(pinned)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func tablesTitle(_ found: FileInspection) -> String {
    if !found.isReadable { return "tables (not readable without the features above)" }
    return isSealed(found) ? "tables (not readable without the key)" : "tables"
  }

  // The rules and the indexes of several properties in the stored schema, with their values: `range of 'Person.age' (0...150)`.
  private static func rules(of found: FileInspection) -> [(type: String, rule: EntityRule, text: String)] {
    (found.schema?.entities ?? []).flatMap { entity in
      entity.rules.map { rule in
        // The name of a check contains its relation.
        let values = rule.kind == .order ? nil : rule.valueText.map { " (\($0))" }
        return (entity.storedName, rule, rule.name(of: entity.storedName) + (values ?? ""))
      }
    }
  }

  /// Returns a note that the machine was restarted while the file was in use.
  static func restoreNote(_ found: FileInspection) -> String {
    "the machine restarted while the file was in use: the next opening restores version \(found.version), the last one that was synced"
  }

  /// Returns whether a file is encrypted and was inspected without its key.
  static func isSealed(_ found: FileInspection) -> Bool { found.encryption.map { !$0.isOpened } ?? false }

  /// Returns notes about the contents that a check omitted; nil if it checked everything.
  static func uncheckedNote(_ found: FileInspection) -> String? {
    let key = "not checked: the contents, which are encrypted; name the key with '--key-file' or '--key-env'"
    let notes = (found.isReadable && isSealed(found) ? [key] : []) + (featureNote(found).map { [$0] } ?? [])
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }

  private static func featureNote(_ found: FileInspection) -> String? {
    let names = found.features.filter { found.isReadable ? !$0.isKnown : $0.preventsReading }.map { "'\($0.name)'" }
    if names.isEmpty { return nil }
    var list = names[0]
    for (place, name) in names.enumerated().dropFirst() { list += (place == names.count - 1 ? " and " : ", ") + name }
    return found.isReadable
      ? "not checked: the contents of \(list), which this release does not know; their pages, keys and sums are right"
      : "not checked: the contents of the trees, which this release cannot read without \(list); all pages and keys are right"
  }

  /// Returns one JSON object on one line.
  static func json(_ found: FileInspection, _ readers: [ReaderList.Reader]) -> String {
    let tables = found.tables.map {
      "{\"name\":\(quoted($0.name)),\"kind\":\"\($0.kind)\",\"rows\":\($0.rows),\"clusters\":\($0.clusters),\"bytes\":\($0.bytes)}"
    }
    let trees = found.trees.map { "{\"name\":\(quoted($0.name)),\"entries\":\($0.entries),\"pages\":\($0.pages)}" }
    let readers = readers.map { reader in
      "{\"process\":\(reader.process),\"version\":\(reader.version.map { "\($0)" } ?? "null"),"
        + "\"pinnedPages\":\(reader.version.map { found.pages(pinnedBy: $0) } ?? 0)}"
    }
    let rules = rules(of: found).map { type, rule, text in
      "{\"type\":\(quoted(type)),\"rule\":\"\(rule.kind)\",\"properties\":[\(rule.properties.map(quoted).joined(separator: ","))],"
        + "\"text\":\(quoted(text))}"
    }
    let indexes = found.indexes.map { index in
      "{\"table\":\(quoted(index.table)),\"columns\":[\(index.columns.map { quoted($0) }.joined(separator: ","))],\"bytes\":\(index.bytes)}"
    }
    let features = found.features.map { "{\"name\":\(quoted($0.name)),\"known\":\($0.isKnown)}" }
    let members = [
      "\"file\":\(quoted(found.path))", "\"size\":\(found.fileSize)", "\"pageSize\":\(found.pageSize)", "\"freePages\":\(found.freePages)",
      "\"version\":\(found.version)", "\"format\":\(found.format)", "\"features\":[\(features.joined(separator: ","))]",
      "\"encryption\":\(found.encryption.map { "{\"epoch\":\($0.epoch),\"opened\":\($0.isOpened)}" } ?? "null")",
      "\"readable\":\(found.isReadable)", "\"restorePending\":\(found.isRestorePending)",
      "\"schemaVersion\":\(found.schema.map { "\($0.version)" } ?? "null")",
      "\"tables\":[\(tables.joined(separator: ","))]", "\"rules\":[\(rules.joined(separator: ","))]",
      "\"indexes\":[\(indexes.joined(separator: ","))]",
      "\"trees\":[\(trees.joined(separator: ","))]",
      "\"readers\":[\(readers.joined(separator: ","))]",
    ]
    return "{\(members.joined(separator: ","))}\n"
  }

  /// Aligns the first column to the left and the others to the right.
  private static func columns(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + gap : gap + cell
      }
      return "  " + cells.joined(separator: "  ")
    }
  }

  /// Returns the text as a JSON string.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where PrintableText.isUnsafe(scalar):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
