internal import AshlarSchema

/// Checks the stored names of types and properties.
struct StoredNameChecker {
  static let tableLimit = 57
  static let columnLimit = 63

  let sink: DiagnosticSink

  /// Checks the names of tables: each must be well formed and unique. Also checks their previous names.
  func checkTables(_ types: [TypeDeclaration]) {
    var owners: [String: SourceSpan] = [:]
    for type in types {
      check(type.table ?? type.name, limit: Self.tableLimit)
      if type.table == nil, owners[type.name.text] == nil { owners[type.name.text] = type.name.span }
    }
    for type in types {
      guard let table = type.table else { continue }
      if let owner = owners[table.text] {
        sink.report(.tableTaken(table.text), at: table.span, notes: [(.takenHere(table.text), owner)])
      } else {
        owners[table.text] = table.span
      }
    }
    for type in types where type.table == nil { owners[type.name.text] = type.name.span }
    checkRenames(types.flatMap(\.was), inUse: owners, limit: Self.tableLimit)
  }

  /// Checks previous names: each must be well formed, not in use, and listed once.
  private func checkRenames(_ names: [Name], inUse: [String: SourceSpan], limit: Int) {
    var claimed: [String: SourceSpan] = [:]
    for name in names {
      check(name, limit: limit)
      if let place = inUse[name.text] {
        sink.report(.wasStillInUse(name.text), at: name.span, notes: [(.takenHere(name.text), place)])
      } else if let first = claimed[name.text] {
        sink.report(.duplicateWas(name.text), at: name.span, notes: [(.firstHere, first)])
      } else {
        claimed[name.text] = name.span
      }
    }
  }

  /// Checks the column names of one type: each must be well formed, unique, and not the Swift name of a property with a different stored
  /// name. Also checks their previous names.
  func checkColumns(_ properties: [PropertyDeclaration]) {
    var owners: [String: SourceSpan] = [:]
    var renamed: [String: SourceSpan] = [:]
    var hasStoredNames = false
    for property in properties where property.type.collection != .linkingObjects && property.keys.ignored == nil {
      check(property.keys.column ?? property.name, limit: Self.columnLimit)
      if property.keys.column != nil || !property.keys.was.isEmpty { hasStoredNames = true }
    }
    // Swift names are unique, so names can conflict only if `column` or `was` is used.
    guard hasStoredNames else { return }
    let stored = properties.filter { $0.type.collection != .linkingObjects && $0.keys.ignored == nil }
    for property in stored {
      if property.keys.column == nil {
        owners[property.name.text] = property.name.span
      } else if property.keys.column?.text != property.name.text {
        renamed[property.name.text] = property.name.span
      }
    }
    for property in stored {
      guard let column = property.keys.column else { continue }
      let other = owners[column.text] ?? (column.text == property.name.text ? nil : renamed[column.text])
      if let other {
        sink.report(.columnTaken(column.text), at: column.span, notes: [(.takenHere(column.text), other)])
      } else {
        owners[column.text] = column.span
      }
    }
    checkRenames(stored.flatMap(\.keys.was), inUse: owners, limit: Self.columnLimit)
  }

  /// Checks the names of previous properties: each must be well formed, listed once, and not in `was` of any property. The name of a
  /// current property is allowed: the entry then refers to the values that the property had before its type changed.
  func checkDropped(_ names: [Name], of properties: [PropertyDeclaration]) {
    guard !names.isEmpty else { return }
    let renamed = Dictionary(properties.flatMap(\.keys.was).map { ($0.text, $0.span) }) { first, _ in first }
    var listed: [String: SourceSpan] = [:]
    for name in names {
      check(name, limit: Self.columnLimit)
      if let place = renamed[name.text] {
        sink.report(.droppedAndRenamed(name.text), at: name.span, notes: [(.takenHere(name.text), place)])
      } else if let first = listed.updateValue(name.span, forKey: name.text) {
        sink.report(.duplicateDropped(name.text), at: name.span, notes: [(.firstHere, first)])
      }
    }
  }

  // This is a plain loop, because `contains` is slow without optimization.
  private func hasNUL(_ text: String) -> Bool {
    let result = text.utf8.withContiguousStorageIfAvailable { bytes in
      var index = 0
      while index < bytes.count, bytes[index] != 0 { index &+= 1 }
      return index < bytes.count
    }
    return result ?? text.utf8.contains(0)
  }

  private func check(_ name: Name, limit: Int) {
    let length = name.text.utf8.count
    if length == 0 {
      sink.report(.emptyStoredName, at: name.span)
    } else if hasNUL(name.text) {
      sink.report(.storedNameWithNUL, at: name.span)
    } else if length > limit {
      sink.report(.storedNameTooLong(length: length, limit: limit), at: name.span)
    }
  }
}
