internal import Ashlar
internal import AshlarSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes whole values in the form of edits: that of docs/interchange.md, except that integers are strings of digits, that numbers in an
/// `AnyRealmValue` are tagged, and that links contain row keys. JavaScript code that only passes a value on therefore does not change it.
enum EditForm {
  /// Returns the value of a stored property in the form of edits.
  static func value(of object: DynamicObject, _ column: Int) -> JSONValue {
    value(object._contents(column), isAny: object._model.columns[column].type == .any)
  }

  /// Returns a value in the form of edits.
  /// - Parameter isAny: Whether the value is an `AnyRealmValue`, or a collection of them.
  static func value(_ contents: _StoredContents, isAny: Bool) -> JSONValue {
    func tagged(_ name: String, _ value: JSONValue) -> JSONValue { isAny ? .members([name: value]) : value }
    switch contents {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return tagged("$int", .digits(value))
    case .float: return tagged("$float", ValueWriter.scalar(contents))
    case .double: return tagged("$double", ValueWriter.scalar(contents))
    case .string(let text): return .string(text)
    case .data: return tagged("$data", ValueWriter.scalar(contents))
    case .date: return tagged("$date", ValueWriter.scalar(contents))
    case .decimal: return tagged("$decimal", ValueWriter.scalar(contents))
    case .objectId: return tagged("$objectId", ValueWriter.scalar(contents))
    case .uuid: return tagged("$uuid", ValueWriter.scalar(contents))
    case .object(let object): return self.object(object, isAny: isAny)
    case .elements(let elements): return .array(elements.map { value($0, isAny: isAny) })
    case .entries(let entries): return .object(entries.map { .init(name: $0.key, value: value($0.value, isAny: isAny)) })
    }
  }

  private static func object(_ object: DynamicObject, isAny: Bool) -> JSONValue {
    let model = object._model
    if model.kind == .embedded {
      return .object(model.columns.indices.map { .init(name: model.columns[$0].name, value: value(of: object, $0)) })
    }
    let row = JSONValue.Member(name: "$row", value: .digits(object._rowKey))
    return .object(isAny ? [.init(name: "$type", value: .string(model.name)), row] : [row])
  }
}
