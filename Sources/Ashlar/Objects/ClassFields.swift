/// The stored properties of a class, from Swift's reflection.
///
/// `Mirror` cannot be used: model classes customize their mirrors to show their stored properties, and any class may customize its own.
/// These are the runtime functions that `Mirror` calls; programs built with the runtime have linked to their names since Swift 5.2.
nonisolated enum ClassFields {
  /// Calls `body` with the name, the type and the offset of each field, in bytes from the start of an object, superclass first. The fields
  /// of a class do not move while the program runs. Complexity: O(n).
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
