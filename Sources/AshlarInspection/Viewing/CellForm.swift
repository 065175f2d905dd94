internal import Ashlar
internal import AshlarSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes values for viewers, in a form that docs/interchange.md does not specify: long values are shortened, and links contain the labels
/// of their targets. Integers are strings of digits, because JavaScript reads numbers as floating-point numbers.
struct CellForm {
  /// The maximum number of UTF-16 code units of a text that is not shortened.
  let textLimit: Int
  /// The maximum number of bytes of data that are shown.
  let byteLimit: Int
  /// The number of levels of embedded objects and collections that are shown. At 0, a cell contains only the label or the number of
  /// elements.
  let depth: Int

  /// The maximum number of elements of a collection that are shown.
  static let elementLimit = 100

  /// The form for a table.
  static let row = CellForm(textLimit: 300, byteLimit: 32, depth: 0)
  /// The form for a page that shows one object.
  static let object = CellForm(textLimit: 100_000, byteLimit: 256, depth: 3)

  /// The form of the elements of a collection, and of the properties of an embedded object.
  private var inner: CellForm { CellForm(textLimit: min(textLimit, 1000), byteLimit: min(byteLimit, 32), depth: depth - 1) }

  /// Returns the cell of a stored property.
  func cell(of object: DynamicObject, _ column: Int) -> JSONValue {
    let property = object._model.columns[column]
    guard property.collection != .none else { return cell(object._contents(column), isAny: property.type == .any) }
    let count = object._count(column)
    if depth == 0 { return .members(["count": .count(count)]) }
    let first = object._contents(column, from: 0, limit: CellForm.elementLimit)
    return part(first, isAny: property.type == .any, of: count, from: 0)
  }

  /// Returns the cell of a collection of `count` elements or entries, of which it contains only `contents`, beginning at the position
  /// `start`.
  func part(_ contents: _StoredContents, isAny: Bool, of count: Int, from start: Int) -> JSONValue {
    var members = [
      JSONValue.Member(name: "count", value: .count(count)), JSONValue.Member(name: "from", value: .count(start)),
    ]
    switch contents {
    case .elements(let elements):
      members.append(.init(name: "elements", value: .array(elements.map { inner.cell($0, isAny: isAny) })))
    case .entries(let entries):
      let pairs = entries.map { JSONValue.array([.string($0.key), inner.cell($0.value, isAny: isAny)]) }
      members.append(.init(name: "entries", value: .array(pairs)))
    case .null, .bool, .int, .float, .double, .string, .data, .date, .decimal, .objectId, .uuid, .object: break
    }
    return .object(members)
  }

  /// Returns the cell of a value.
  /// - Parameter isAny: Whether the value is an `AnyRealmValue`, whose cell states its type.
  func cell(_ contents: _StoredContents, isAny: Bool) -> JSONValue {
    if isAny {
      guard let type = CellForm.typeName(contents) else { return .null }
      return .members(["any": .string(type), "value": cell(contents, isAny: false, inAny: true)])
    }
    return cell(contents, isAny: false, inAny: false)
  }

  private func cell(_ contents: _StoredContents, isAny: Bool, inAny: Bool) -> JSONValue {
    switch contents {
    case .int(let value): return .digits(value)
    case .string(let text): return cell(text)
    case .data(let data): return cell(data)
    case .object(let object): return cell(object)
    case .elements(let elements):
      if depth == 0 { return .members(["count": .count(elements.count)]) }
      return part(.elements(Array(elements.prefix(CellForm.elementLimit))), isAny: inAny, of: elements.count, from: 0)
    case .entries(let entries):
      if depth == 0 { return .members(["count": .count(entries.count)]) }
      return part(.entries(Array(entries.prefix(CellForm.elementLimit))), isAny: inAny, of: entries.count, from: 0)
    case .null, .bool, .float, .double, .date, .decimal, .objectId, .uuid: return ValueWriter.scalar(contents)
    }
  }

  private func cell(_ text: String) -> JSONValue {
    let shown = TextCut.first(textLimit, of: text)
    if shown.utf8.count == text.utf8.count { return .string(text) }
    return .members(["cut": .string(shown), "bytes": .count(text.utf8.count)])
  }

  private func cell(_ data: Data) -> JSONValue {
    let digits = data.prefix(byteLimit).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    var members = [
      JSONValue.Member(name: "bytes", value: .count(data.count)), JSONValue.Member(name: "hex", value: .string(digits)),
    ]
    if let type = ImageType(data) { members.append(.init(name: "image", value: .string(type.rawValue))) }
    return .object(members)
  }

  private func cell(_ object: DynamicObject) -> JSONValue {
    var members = CellForm.reference(to: object).members
    guard object._model.kind == .embedded else { return .object(members) }
    members.append(.init(name: "embedded", value: .bool(true)))
    if depth > 0 { members.append(.init(name: "properties", value: inner.properties(of: object))) }
    return .object(members)
  }

  /// Returns the names and cells of all stored properties of an object.
  func properties(of object: DynamicObject) -> JSONValue {
    let columns = object._model.columns
    return .array(columns.indices.map { .members(["name": .string(columns[$0].name), "value": cell(of: object, $0)]) })
  }

  /// Returns the type, the row key and the label of an object.
  static func reference(to object: DynamicObject) -> JSONValue {
    .members([
      "type": .string(object._model.name), "key": .digits(object._rowKey), "label": .text(ObjectLabel.text(of: object)),
    ])
  }

  private static func typeName(_ contents: _StoredContents) -> String? {
    switch contents {
    case .null: nil
    case .bool: "bool"
    case .int: "int"
    case .float: "float"
    case .double: "double"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .decimal: "decimal"
    case .objectId: "objectId"
    case .uuid: "uuid"
    case .object: "object"
    case .elements: "list"
    case .entries: "map"
    }
  }
}

/// An image format that browsers can display, recognized by the first bytes of the data.
public enum ImageType: String, Sendable {
  /// Portable Network Graphics.
  case png = "image/png"
  /// JPEG.
  case jpeg = "image/jpeg"
  /// Graphics Interchange Format.
  case gif = "image/gif"
  /// WebP.
  case webp = "image/webp"

  init?(_ data: Data) {
    let start = Array(data.prefix(12))
    func begins(_ bytes: [UInt8], at offset: Int = 0) -> Bool { start.dropFirst(offset).starts(with: bytes) }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
      self = .gif
    } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
      self = .webp
    } else {
      return nil
    }
  }
}
