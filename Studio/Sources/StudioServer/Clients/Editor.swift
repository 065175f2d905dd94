internal import AshlarInspection

/// Writes to the file, one edit at a time. The file is opened for each edit, so that no version is pinned between edits.
actor Editor {
  private let options: StudioOptions

  init(_ options: StudioOptions) { self.options = options }

  func edit(_ actions: JSONValue) throws(ViewFailure) -> JSONValue { try open().edit(actions) }

  func preview(_ actions: JSONValue) throws(ViewFailure) -> JSONValue { try open().preview(actions) }

  func load(_ bytes: [UInt8], isCSV: Bool, type: String?, updates: Bool, previews: Bool) throws(ViewFailure) -> JSONValue {
    try open().load(bytes, isCSV: isCSV, type: type, updates: updates, previews: previews)
  }

  private func open() throws(ViewFailure) -> FileEditor { try FileEditor(path: options.file, key: options.key) }
}
