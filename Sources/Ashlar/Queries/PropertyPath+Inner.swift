import AshlarStore

extension PathPart {
  /// Whether this part may lead into an `AnyRealmValue`.
  var isInner: Bool {
    switch self {
    case .key, .index, .last, .values: true
    case .name, .many, .keys: false
    }
  }
}

extension PropertyPath {
  /// Calls `body` with each value at the end of the inner path until it returns true. Returns whether `body` returned true.
  func anyInner(_ value: CellValue, _ body: (CellValue) -> Bool) -> Bool { value.anyInner(inner[...], body) }
}

extension CellValue {
  /// Calls `body` with each value that a path leads to in an `AnyRealmValue`, until it returns true. Returns whether `body` returned true.
  /// A missing key or index yields null; a value that is not a collection has no elements.
  func anyInner(_ path: ArraySlice<PathPart>, _ body: (CellValue) -> Bool) -> Bool {
    guard case .any(let bytes) = self, let stored = try? AnyStored(bytes) else {
      return path.contains(.values) ? false : body(.null)
    }
    return stored.anyInner(path, body)
  }
}

extension AnyStored {
  fileprivate func anyInner(_ path: ArraySlice<PathPart>, _ body: (CellValue) -> Bool) -> Bool {
    guard let part = path.first else {
      if case .none = self { return body(.null) }
      return bytes().withUnsafeBytes { body(.any($0)) }
    }
    let rest = path.dropFirst()
    let next: AnyStored?
    switch (part, self) {
    case (.values, .list(_, let elements)): return elements.contains { $0.anyInner(rest, body) }
    case (.values, .dictionary(_, let entries)): return entries.contains { $0.value.anyInner(rest, body) }
    case (.values, _): return false
    case (.index(let index), .list(_, let elements)): next = elements.indices.contains(index) ? elements[index] : nil
    case (.last, .list(_, let elements)): next = elements.last
    case (.key(let key), .dictionary(_, let entries)): next = entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    default: next = nil
    }
    return (next ?? .none).anyInner(rest, body)
  }
}
