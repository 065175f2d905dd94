@testable import Ashlar

/// The object that an untyped value is, read without its class; nil for any other value.
func untyped(_ value: Any?) -> DynamicObject? {
  guard let object = value as? ObjectBase else { return nil }
  return object as? DynamicObject ?? DynamicObject(object._rowAccess, object._realm)
}
