extension Persisted: PlacedWrapper {
  static func declared(_ wrapper: UnsafeRawPointer) -> DeclaredWrapper? {
    assert(
      MemoryLayout<Self>.size == DeclaredWrapper.size && MemoryLayout<Self>.alignment == DeclaredWrapper.size, "wrappers have one size")
    guard case .declared(let place) = wrapper.assumingMemoryBound(to: Self.self).pointee.origin else { return nil }
    return DeclaredWrapper(place: place, type: Value.self)
  }
}

extension Persisted: DecodedWrapper {
  static func settle(_ wrapper: UnsafeRawPointer, _ object: ObjectBase, _ column: Int) {
    if case .decoded(let property) = wrapper.assumingMemoryBound(to: Self.self).pointee.origin { property.settle(object, column) }
  }
}
