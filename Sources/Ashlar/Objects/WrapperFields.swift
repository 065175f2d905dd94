/// Where the wrappers of a class's properties lie in its objects.
nonisolated struct WrapperFields {
  private let fields: [(offset: Int, column: Int, wrapper: any DecodedWrapper.Type)]

  /// The wrappers of a class and of those that it derives from. Complexity: O(n).
  init(of type: ObjectBase.Type, _ entity: _Entity) {
    var fields: [(offset: Int, column: Int, wrapper: any DecodedWrapper.Type)] = []
    ClassFields.forEach(of: type) { name, fieldType, offset in
      guard let wrapper = fieldType as? any DecodedWrapper.Type else { return }
      // Storage is named after its property, with an underscore.
      guard let found = entity.property(named: String(name.dropFirst())) else { return }
      fields.append((offset, found.ordinal, wrapper))
    }
    self.fields = fields
  }

  /// Stores what the wrappers of a new object have.
  func settle(_ object: ObjectBase) {
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    for field in fields { field.wrapper.settle(start + field.offset, object, field.column) }
  }
}
