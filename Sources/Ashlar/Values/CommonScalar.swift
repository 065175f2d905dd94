import Foundation

/// The scalar types that properties have most often.
enum CommonScalar {
  /// Returns whether the type of a value is one of these types. Comparing metadata is faster than casts to objects and collections, which
  /// fail for these values.
  static func includes(_ value: Any) -> Bool {
    func isCommon<T>(_ value: T) -> Bool {
      T.self == String.self || T.self == NSNumber.self || T.self == Int.self || T.self == Double.self || T.self == Bool.self
        || T.self == Date.self || T.self == Data.self || T.self == UUID.self || T.self == ObjectId.self || T.self == Decimal128.self
        || T.self == Float.self || T.self == Int64.self || T.self == Int32.self || T.self == Int16.self || T.self == Int8.self
    }
    return _openExistential(value, do: isCommon)
  }
}
