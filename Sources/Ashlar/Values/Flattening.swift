import Foundation

/// Nil and NSNull as nil, whatever they are wrapped in.
func flattened(_ value: Any) -> Any? {
  if let optional = value as? any FlattenableOptional { return optional.flattened.flatMap(flattened) }
  return type(of: value) == NSNull.self ? nil : value
}

/// Lets untyped code look into an optional.
protocol FlattenableOptional {
  var flattened: Any? { get }
}
extension Optional: FlattenableOptional {
  var flattened: Any? { map { $0 as Any } }
}
