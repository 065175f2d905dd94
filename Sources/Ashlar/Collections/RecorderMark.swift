import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that a recorded property returns. It shows whether a key path reads the property itself or a value computed from it. Several
/// marks are needed, since a computation may leave some values unchanged.
enum RecorderMark: Equatable {
  case negative
  case positive
  /// Zero, false, or empty.
  case zero
  /// Nil for links, optional properties and `AnyRealmValue`s; otherwise the same as `zero`.
  case null
  /// The case of an enum at an index, or its last case if the index is too large; for other properties, an arbitrary value.
  case enumCase(Int)

  /// The marks that suffice for all types except enums.
  static let usual: [RecorderMark] = [.negative, .positive, .zero, .null]

  private func number(_ negative: Int64, _ positive: Int64) -> Int64 {
    switch self {
    case .negative: negative
    case .positive: positive
    case .zero, .null, .enumCase: 0
    }
  }

  private var bytes: UInt8 { UInt8(number(0xA7, 0x19)) }

  /// Returns the value that this mark assigns to a property; nil for links, collections and custom types, which have no marked value.
  /// - Parameter cases: The raw values of the property's enum; empty if it has no enum.
  func constant(of property: PropertyModel, cases: [QueryConstant]) -> QueryConstant? {
    if property.collection != .none || property.customName != nil || property.type == .object { return nil }
    if self == .null, property.isOptional || property.type == .any { return .null }
    if !cases.isEmpty {
      if case .enumCase(let position) = self { return cases[min(position, cases.count - 1)] }
      return cases[0]
    }
    switch property.type {
    case .bool: return .bool(self == .positive)
    case .int8: return .int(number(-113, 87))
    case .int16: return .int(number(-31_113, 30_087))
    case .int32: return .int(number(-2_000_000_113, 2_000_000_087))
    case .int, .int64, .any: return .int(number(-7_000_000_000_000_113, 7_000_000_000_000_087))
    // Float can represent these values exactly.
    case .float, .double: return .double(Double(number(-1_000_003, 900_001)) + (self == .zero || self == .null ? 0 : 0.25))
    case .date: return .date(seconds: number(-113_000_339, 87_000_261), nanoseconds: 0)
    case .string: return .string(self == .negative ? "\u{1} aßZ " : self == .positive ? "Zb\u{7F}" : "")
    case .data: return .data(self == .zero || self == .null ? [] : [bytes, 0, bytes])
    case .decimal128: return .decimal(Decimal128(value: Int(number(-1_000_003, 900_001))))
    case .objectId: return .bytes([UInt8](repeating: bytes, count: 12))
    case .uuid: return .bytes([UInt8](repeating: bytes, count: 16))
    case .object: return nil
    }
  }

  /// Returns whether the result of a key path is the value of the property. For a collection, only the kind is tested; for a link, only
  /// whether it is null. For a property of a custom type, returns true.
  func isValue(_ value: Any, of property: PropertyModel, cases: [QueryConstant], _ type: Any.Type) -> Bool {
    switch property.collection {
    case .list, .set, .map: return (type as? _CollectionBase.Type)?._kindName == property.collection.kindName
    case .linkingObjects: return type is any LinkingObjectsProtocol.Type
    case .none: break
    }
    if property.customName != nil { return true }
    if property.type == .object {
      guard type is any OptionalProtocol.Type else { return false }
      return (flattened(value) == nil) == (self == .null)
    }
    if property.type == .any { return type == AnyRealmValue.self && isMark(value, property, cases) }
    return property.isOptional == (type is any OptionalProtocol.Type) && isMark(value, property, cases)
  }

  /// Returns whether a value that was read from the property equals the value that this mark assigned to it.
  func isMark(_ value: Any, _ property: PropertyModel, _ cases: [QueryConstant]) -> Bool {
    guard let wanted = constant(of: property, cases: cases), let found = QueryConstant(converting: value) else { return false }
    switch (wanted, found) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.int(let a), .int(let b)): return a == b
    case (.double(let a), .double(let b)): return a == b
    case (.string(let a), .string(let b)): return a.utf8.elementsEqual(b.utf8)
    case (.data(let a), .data(let b)), (.bytes(let a), .bytes(let b)): return a == b
    case (.date(let a, let c), .date(let b, let d)): return a == b && c == d
    case (.decimal(let a), .decimal(let b)): return a == b
    default: return false
    }
  }
}

extension CollectionKind {
  fileprivate var kindName: String {
    switch self {
    case .list: "List"
    case .set: "MutableSet"
    case .map: "Map"
    case .none, .linkingObjects: ""
    }
  }
}

extension QueryConstant {
  /// Returns the raw values of an enum type, optional or not; empty for every other type.
  static func rawValues(_ type: Any.Type) -> [QueryConstant] {
    func wrapped<T: OptionalProtocol>(_: T.Type) -> Any.Type { T.Wrapped.self }
    func all<T: PersistableEnum>(_: T.Type) -> [QueryConstant] { T.allCases.compactMap { QueryConstant(converting: $0.rawValue) } }
    if let type = type as? any PersistableEnum.Type { return all(type) }
    return (type as? any OptionalProtocol.Type).map { rawValues(wrapped($0)) } ?? []
  }

  /// Writes the value into a cell of a recorded row. The cell of an `AnyRealmValue` or a link remains null.
  func store(_ type: ValueType, _ cell: UnsafeMutableRawPointer) {
    if case .null = self {
      if type == .string || type == .data { Slot.null.store(at: cell) }
      return
    }
    withValue { type.accept(CellWriting(value: $0, cell: cell)) }
  }
}

private struct CellWriting: ScalarVisitor {
  let value: CellValue
  let cell: UnsafeMutableRawPointer

  func visit<Value: StoredScalar>(_ type: Value.Type) {
    if let value = Value.value(of: value) { Value._store(value, cell, cell, nil) }
  }

  func visitAny() {}

  func visitObject() {}
}
