#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AnyRealmValue {
  /// The value that an untyped one is a payload of; nil when there is none.
  static func scalar(_ value: Any) -> AnyRealmValue? {
    switch value {
    case let value as Bool: .bool(value)
    case let value as Int: .int(value)
    case let value as Double: .double(value)
    case let value as Float: .float(value)
    case let value as String: .string(value)
    case let value as Data: .data(value)
    case let value as Date: .date(value)
    case let value as ObjectId: .objectId(value)
    case let value as Decimal128: .decimal128(value)
    case let value as UUID: .uuid(value)
    case let value as any BinaryInteger: Int(exactly: value).map { .int($0) }
    default: nil
    }
  }
}
