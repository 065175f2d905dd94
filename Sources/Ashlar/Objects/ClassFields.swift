/// The stored properties that Swift's reflection reports for a class.
///
/// `Mirror` cannot be used: model classes customize their mirrors to show their persisted properties, and any class can customize its
/// mirror. This type calls the functions of the Swift runtime that `Mirror` calls. Programs have linked to them by these names since Swift
/// 5.2.
nonisolated enum ClassFields {
  /// Calls `body` for each field, beginning with those of the superclass. `offset` is the distance in bytes from the start of an object; it
  /// does not change while the program runs. Complexity: O(fields).
  static func forEach(of type: AnyClass, _ body: (_ name: String, _ type: Any.Type, _ offset: Int) -> Void) {
    for index in 0..<fieldCount(type) {
      var description = FieldDescription()
      let fieldType = fieldType(type, index, &description)
      defer { description.free?(description.name) }
      if let name = description.name { body(String(cString: name), fieldType, fieldOffset(type, index)) }
    }
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
