import Foundation

/// Returns nil for nil and NSNull, in any number of optionals; otherwise the value without its optionals.
func flattened(_ value: Any) -> Any? {
  if let optional = value as? any FlattenableOptional { return optional.flattened.flatMap(flattened) }
  return type(of: value) == NSNull.self ? nil : value
}

/// An optional whose wrapped value untyped code can read.
protocol FlattenableOptional {
  var flattened: Any? { get }
}
extension Optional: FlattenableOptional {
  var flattened: Any? { map { $0 as Any } }
}
