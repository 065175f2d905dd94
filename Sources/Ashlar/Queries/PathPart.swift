/// A part of a path from an object: a property, or behind a map its keys, all its values, or the value of one key.
enum PathPart: Hashable {
  case name(String)
  case keys
  case values
  case key(String)
  /// An element of a list in a value of any type.
  case index(Int)
}

extension [PathPart] {
  /// A dotted path of property names.
  init(_ names: [String]) { self = names.map { .name($0) } }

  /// The same, written with dots.
  init(dotted path: String) { self = path.split(separator: ".").map { .name(String($0)) } }

  /// The path as messages spell it.
  var text: String {
    var text = ""
    for part in self {
      switch part {
      case .name(let name): text += text.isEmpty ? name : "." + name
      case .keys: text += ".keys"
      case .values: text += ".values"
      case .key(let key): text += "[\"\(key)\"]"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}
