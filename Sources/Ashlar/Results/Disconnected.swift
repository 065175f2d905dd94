/// Asserts that a value may be sent to another isolation domain. This holds for frozen values, which any thread may read.
@inline(__always)
nonisolated func disconnected<Value>(_ value: Value) -> sending Value {
  nonisolated(unsafe) let value = value
  return value
}
