import AshlarSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The description of a collection: its name and at most 100 elements.
enum CollectionDescription {
  /// The maximum number of elements that are shown.
  static let most = 100

  /// The description of a collection that can no longer be read.
  static let invalid = "[invalid collection]"

  /// Returns at most the first 24 bytes, as hexadecimal digits, and the total number of bytes.
  static func text(_ data: Data) -> String {
    let digits = data.prefix(24).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "<\(digits) — \(data.count) total bytes>"
  }

  /// Describes a collection. All its elements together show at most as many objects as `DescriptionLimit` allows.
  static func text(_ name: String, count: Int, indent: String = "", _ element: (Int, _ indent: String) -> String) -> String {
    let inner = indent + "\t"
    let lines = (0..<min(count, most)).map { index in
      DescriptionLimit.sharing(count) { "\(inner)[\(index)] \(element(index, inner))" }
    }
    return text(name, count: count, indent: indent, lines: lines)
  }

  /// Describes a collection of `count` elements from the lines of its first elements.
  static func text(_ name: String, count: Int, indent: String, lines: [String]) -> String {
    let more = count > most ? "\n\(indent)\t... \(count - most) objects skipped." : ""
    return "\(name) <0x0> (\n" + lines.joined(separator: ",\n") + more + "\n\(indent))"
  }

  /// Returns the name of an element type in descriptions.
  static func name<Element: RealmCollectionValue>(_ type: Element.Type) -> String {
    let wrapped = (type as? any OptionalShape.Type)?.wrapped
    let name = Element._elementEntity?.model.name ?? scalarName("\(wrapped ?? type)")
    return wrapped == nil || Element._elementEntity != nil ? name : name + "?"
  }

  // Returns RealmSwift's name of a type. RealmSwift has none for enums and custom types, so these have the name of the Swift type in lower
  // case.
  private static func scalarName(_ type: String) -> String {
    switch type {
    case "AnyRealmValue": "mixed"
    case "ObjectId": "object id"
    case "Int8", "Int16", "Int32", "Int64": "int"
    default: type.lowercased()
    }
  }

  /// Describes one element.
  static func text<Element: RealmCollectionValue>(_ element: Element, depth: Int, indent: String) -> String {
    guard let value = flattened(element) else { return "(null)" }
    return text(untyped: value, depth: depth - 1, indent: indent)
  }

  /// Describes any value; objects and collections are shown `depth` levels deep.
  static func text(untyped value: Any, depth: Int, indent: String) -> String {
    switch value {
    case let object as ObjectBase: object._describe(depth: depth, indent: indent)
    case let collection as _CollectionBase: collection._describe(depth: depth, indent: indent)
    case let value as AnyRealmValue: value.payload.map { text(untyped: $0, depth: depth, indent: indent) } ?? "(null)"
    case let flag as Bool: flag ? "1" : "0"
    case let data as Data: text(data)
    default: String(describing: value)
    }
  }
}
