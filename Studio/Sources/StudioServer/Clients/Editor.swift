internal import AshlarInspection

/// Writes to the file, one edit at a time. The file is opened for each edit, so that no version is pinned between edits.
actor Editor {
  private let path: String

  init(_ path: String) { self.path = path }

  func edit(_ actions: JSONValue) throws(ViewFailure) -> JSONValue { try FileEditor(path: path).edit(actions) }

  func preview(_ actions: JSONValue) throws(ViewFailure) -> JSONValue { try FileEditor(path: path).preview(actions) }

  func load(_ bytes: [UInt8], isCSV: Bool, type: String?, updates: Bool, previews: Bool) throws(ViewFailure) -> JSONValue {
    try FileEditor(path: path).load(bytes, isCSV: isCSV, type: type, updates: updates, previews: previews)
  }
}
