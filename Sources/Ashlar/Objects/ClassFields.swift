/// The stored properties of a class, as Swift's own reflection tells.
///
/// `Mirror` cannot be asked: model classes show their stored properties in it, and any class may show what it likes. These are the functions that
/// it calls, with the runtime's names for them, which programs built with it have called since Swift 5.2.
nonisolated enum ClassFields {
  /// Calls `body` with the name, the type and the place of each field, in bytes from the start of an object; those of the outermost class
  /// first. A class's fields do not move while the program runs. Complexity: O(n).
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
