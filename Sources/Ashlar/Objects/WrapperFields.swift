/// The offsets of the property wrappers in the objects of a class.
nonisolated struct WrapperFields {
  private let fields: [(offset: Int, column: Int, wrapper: any DecodedWrapper.Type)]

  /// Finds the wrappers of a class and its superclasses. Complexity: O(fields).
  init(of type: ObjectBase.Type, _ entity: _Entity) {
    var fields: [(offset: Int, column: Int, wrapper: any DecodedWrapper.Type)] = []
    ClassFields.forEach(of: type) { name, fieldType, offset in
      guard let wrapper = fieldType as? any DecodedWrapper.Type else { return }
      // The name of a wrapper's storage is the name of its property with a leading underscore.
      guard let found = entity.property(named: String(name.dropFirst())) else { return }
      fields.append((offset, found.ordinal, wrapper))
    }
    self.fields = fields
  }

  /// Stores the pending values of a new object's wrappers.
  func settle(_ object: ObjectBase) {
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    for field in fields { field.wrapper.settle(start + field.offset, object, field.column) }
  }
}
