internal import Ashlar
internal import AshlarSchema
internal import AshlarStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The defaults of properties in the forms that docs/interchange.md specifies.
enum DefaultForm {
  /// Returns the defaults of the properties that are not among `names`, except for defaults that are Swift code.
  static func members(of type: EntityModel, without names: [String]) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    // This is a plain loop, because a closure would receive a copy of each property.
    let columns = type.columns
    for index in columns.indices where columns[index].collection == .none {
      guard let value = columns[index].defaultValue, !names.contains(columns[index].name), let form = json(value) else { continue }
      members.append(JSONValue.Member(name: columns[index].name, value: form))
    }
    return members
  }

  private static func json(_ value: DefaultValue) -> JSONValue? {
    switch value {
    case .bool(let value): .bool(value)
    case .int(let value): .number("\(value)")
    case .double(let value): ValueWriter.scalar(.double(value))
    case .string(let value): .string(value)
    case .data(let bytes): ValueWriter.scalar(.data(Data(bytes)))
    case .date(let seconds, let nanoseconds): .string(DateText.text(seconds: seconds, nanoseconds: nanoseconds))
    case .now: ValueWriter.scalar(.date(Date()))
    case .decimal128(let low, let high): ValueWriter.scalar(.decimal(Decimal128(bidLow: low, high: high)))
    case .objectId(let bytes): .string(hex(bytes))
    case .uuid(let bytes): .string(uuid(bytes))
    case .newUUID: .string(UUID().uuidString)
    case .newUUIDv7: .string(UUID._freshOrdered().uuidString)
    case .newObjectId: .string(ObjectId.generate().stringValue)
    case .code: nil
    }
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func uuid(_ bytes: [UInt8]) -> String {
    let digits = Array(hex(bytes))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<digits.count].map { String(digits[$0]) }.joined(separator: "-")
  }
}
