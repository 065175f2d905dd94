/// Where the wrappers of a class's properties lie in its objects, as Swift's own reflection tells.
///
/// `Mirror` cannot be asked: model classes show their stored properties in it. These are the functions that it calls, with the runtime's
/// names for them, which programs built with it have called since Swift 5.2.
///
/// Invariants: an offset counts from the start of an object of the class; a class's fields do not move while the program runs.
nonisolated struct WrapperFields {
  private let fields: [(offset: Int, column: Int, wrapper: any DecodedWrapper.Type)]

  /// The wrappers of a class and of those that it derives from. Complexity: O(n).
  init(of type: ObjectBase.Type, _ entity: _Entity) {
    var fields: [(offset: Int, column: Int, wrapper: any DecodedWrapper.Type)] = []
    for index in 0..<fieldCount(type) {
      var description = FieldDescription()
      let fieldType = fieldType(type, index, &description)
      defer { description.free?(description.name) }
      guard let wrapper = fieldType as? any DecodedWrapper.Type, let name = description.name.map({ String(cString: $0) }) else { continue }
      // Storage is named after its property, with an underscore.
      guard let found = entity.property(named: String(name.dropFirst())) else { continue }
      fields.append((fieldOffset(type, index), found.ordinal, wrapper))
    }
    self.fields = fields
  }

  /// Stores what the wrappers of a new object have.
  func settle(_ object: ObjectBase) {
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    for field in fields { field.wrapper.settle(start + field.offset, object, field.column) }
  }
}

private nonisolated struct FieldDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private nonisolated func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private nonisolated func fieldType(_ type: Any.Type, _ index: Int, _ description: UnsafeMutablePointer<FieldDescription>) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private nonisolated func fieldOffset(_ type: Any.Type, _ index: Int) -> Int
