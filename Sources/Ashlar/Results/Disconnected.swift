/// Says that nobody else has a value: it may be given to another isolation. True of what was just frozen, which shares nothing that changes.
@inline(__always)
nonisolated func disconnected<Value>(_ value: Value) -> sending Value {
  nonisolated(unsafe) let value = value
  return value
}
