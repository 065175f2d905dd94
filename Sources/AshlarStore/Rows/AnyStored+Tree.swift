import AshlarSchema

extension AnyStored {
  /// The rows that the value links to, with repetitions.
  public var links: [AnyLink] {
    var found: [AnyLink] = []
    collectLinks(&found)
    return found
  }

  private func collectLinks(_ found: inout [AnyLink]) {
    switch self {
    case .link(let link): found.append(link)
    case .list(_, let elements): for element in elements { element.collectLinks(&found) }
    case .dictionary(_, let entries): for entry in entries { entry.value.collectLinks(&found) }
    default: break
    }
  }

  /// Returns the links in an encoded value; empty if the bytes are invalid.
  static func links(in bytes: UnsafeRawBufferPointer) -> [AnyLink] {
    guard let first = bytes.first, AnyTag(rawValue: first)?.mayLink == true, let value = try? AnyStored(bytes) else { return [] }
    return value.links
  }

  /// Returns the value without links to the given rows: removes elements of lists, and replaces other occurrences with `none`.
  func removing(_ links: Set<AnyLink>) -> AnyStored {
    switch self {
    case .link(let link): links.contains(link) ? .none : self
    case .list(let id, let elements): .list(id: id, elements.filter { !$0.isLink(in: links) }.map { $0.removing(links) })
    case .dictionary(let id, let entries): .dictionary(id: id, entries.map { AnyEntry(key: $0.key, value: $0.value.removing(links)) })
    default: self
    }
  }

  /// Returns whether the value itself is a link to one of the given rows.
  func isLink(in links: Set<AnyLink>) -> Bool {
    guard case .link(let link) = self else { return false }
    return links.contains(link)
  }

  /// Returns the value with each link replaced by the link that `other` returns for it.
  public func redirected(_ other: (AnyLink) -> AnyLink) -> AnyStored {
    switch self {
    case .link(let link): .link(other(link))
    case .list(let id, let elements): .list(id: id, elements.map { $0.redirected(other) })
    case .dictionary(let id, let entries): .dictionary(id: id, entries.map { AnyEntry(key: $0.key, value: $0.value.redirected(other)) })
    default: self
    }
  }

  /// The random number that identifies a list or dictionary; nil for other values.
  public var id: UInt64? {
    switch self {
    case .list(let id, _), .dictionary(let id, _): id
    default: nil
    }
  }

  /// Returns whether both values are lists, or both are dictionaries.
  public func isSameKind(as other: AnyStored) -> Bool {
    switch (self, other) {
    case (.list, .list), (.dictionary, .dictionary): true
    default: false
    }
  }

  /// Returns the same collection with `id` as its identifier. Returns other values unchanged.
  public func withId(_ id: UInt64) -> AnyStored {
    switch self {
    case .list(_, let elements): .list(id: id, elements)
    case .dictionary(_, let entries): .dictionary(id: id, entries)
    default: self
    }
  }

  /// Returns the collection with the given identifier: the value itself or a collection in it; nil if there is none.
  public func collection(_ id: UInt64) -> AnyStored? {
    if self.id == id { return self }
    switch self {
    case .list(_, let elements):
      for element in elements { if let found = element.collection(id) { return found } }
    case .dictionary(_, let entries):
      for entry in entries { if let found = entry.value.collection(id) { return found } }
    default: break
    }
    return nil
  }

  /// Returns the value with `new` in place of the collection with the given identifier.
  public func replacing(_ id: UInt64, with new: AnyStored) -> AnyStored {
    if self.id == id { return new }
    switch self {
    case .list(let own, let elements): return .list(id: own, elements.map { $0.replacing(id, with: new) })
    case .dictionary(let own, let entries):
      return .dictionary(id: own, entries.map { AnyEntry(key: $0.key, value: $0.value.replacing(id, with: new)) })
    default: return self
    }
  }

  /// The nesting depth of collections; 0 for other values.
  public var depth: Int {
    switch self {
    case .list(_, let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .dictionary(_, let entries): 1 + (entries.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }

  /// Returns whether both values have the same content, irrespective of the identifiers of collections. Compares floating-point numbers and
  /// text bitwise.
  public func hasSameContent(as other: AnyStored) -> Bool {
    switch (self, other) {
    case (.list(_, let a), .list(_, let b)): a.count == b.count && zip(a, b).allSatisfy { $0.hasSameContent(as: $1) }
    case (.dictionary(_, let a), .dictionary(_, let b)):
      a.count == b.count && zip(a, b).allSatisfy { haveSameBytes($0.key, $1.key) && $0.value.hasSameContent(as: $1.value) }
    case (.string(let a), .string(let b)): haveSameBytes(a, b)
    case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    default: self == other
    }
  }

  /// Returns `new` merged into this value, whose collections keep their identifiers. Lists are merged by index, and elements beyond the
  /// count of `new` are removed. Dictionaries are merged by key, and keys that `new` lacks are retained. Any other value is replaced with
  /// `new`.
  public func merged(with new: AnyStored) -> AnyStored {
    switch (self, new) {
    case (.list(let id, let old), .list(_, let new)):
      return .list(id: id, new.enumerated().map { index, value in index < old.count ? old[index].merged(with: value) : value })
    case (.dictionary(let id, let old), .dictionary(_, let new)):
      var entries = old
      for entry in new {
        if let index = entries.firstIndex(where: { haveSameBytes($0.key, entry.key) }) {
          entries[index].value = entries[index].value.merged(with: entry.value)
        } else {
          entries.append(entry)
        }
      }
      return .dictionary(id: id, entries.ordered(byBytes: \.key))
    default: return new
    }
  }
}

// `==` treats composed and decomposed forms of a text as equal, although their bytes differ.
private func haveSameBytes(_ first: String, _ second: String) -> Bool {
  first.utf8.count == second.utf8.count && first.utf8.elementsEqual(second.utf8)
}
