/// A part of a path from an object: a property; or, if it follows a map, the map's keys, all its values, or the value of one key.
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
  /// Whether the part is a position of a list.
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
      // Any of the values in an `AnyRealmValue`.
      case .values, .keys: return true
      case .name, .key, .index, .last: return false
      }
    }
  }

  /// Splits the path after its last collection that is not followed by the selection of a single element; nil if there is no such
  /// collection. `rest` begins at an element.
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
