/// A part of a path from an object: a property, or a selection among the elements of the collection before it.
enum PathPart: Hashable {
  case name(String)
  /// A property that is a collection.
  case many(String)
  case keys
  case values
  case key(String)
  /// An element of a list, or of a list in an `AnyRealmValue`.
  case index(Int)
  /// The last element of a list.
  case last
}

extension PathPart {
  /// The name of the property; nil for a part that selects elements.
  var name: String? {
    switch self {
    case .name(let name), .many(let name): name
    case .keys, .values, .key, .index, .last: nil
    }
  }
}

extension PathPart {
  /// Whether the part is a position in a list.
  var isPosition: Bool {
    switch self {
    case .index, .last: true
    case .name, .many, .keys, .values, .key: false
    }
  }

  /// Whether the part selects one element of a collection.
  var isOneElement: Bool {
    switch self {
    case .key, .index, .last: true
    case .name, .many, .keys, .values: false
    }
  }
}

extension [PathPart] {
  /// Creates a path of property names.
  init(_ names: [String]) { self = names.map { .name($0) } }

  /// Creates a path from a dotted path of property names.
  init(dotted path: String) { self = path.split(separator: ".").map { .name(String($0)) } }

  /// Whether the path may lead to several values.
  var isMany: Bool {
    indices.contains { index in
      switch self[index] {
      case .many:
        return !(index + 1 < count && self[index + 1].isOneElement)
      // All keys or values of a map, or all elements in an `AnyRealmValue`.
      case .values, .keys: return true
      case .name, .key, .index, .last: return false
      }
    }
  }

  /// The path up to its last collection from which no single element is selected, and the rest, which begins at an element; nil if there is
  /// no such collection.
  var lastCollection: ([PathPart], rest: [PathPart])? {
    let last = indices.last { index in
      guard case .many = self[index] else { return false }
      return !(index + 1 < count && self[index + 1].isOneElement)
    }
    guard let last else { return nil }
    let rest = Array(self[(last + 1)...])
    return (Array(self[...last]), rest: rest.first == .values ? Array(rest.dropFirst()) : rest)
  }

  /// The path as it is spelled in messages.
  var text: String {
    var text = ""
    for part in self {
      switch part {
      case .name(let name), .many(let name): text += text.isEmpty ? name : "." + name
      case .keys: text += ".keys"
      case .values: text += ".values"
      case .key(let key): text += "[\"\(key)\"]"
      case .index(let index): text += "[\(index)]"
      case .last: text += "[LAST]"
      }
    }
    return text
  }
}
