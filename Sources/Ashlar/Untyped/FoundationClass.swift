import Synchronization

/// Foundation's classes that stand for plain values, told by name: this library does not link all of Foundation.
enum FoundationClass {
  /// NSNull.
  case null
  /// A boxed Bool.
  case truth
  /// A boxed number.
  case number
  /// A boxed `Decimal`.
  case decimal

  // The metadata that were seen: naming a type takes half a microsecond.
  private static let nulls = Atomic<Int>(0)
  private static let truths = Atomic<Int>(0)
  private static let numbers = Atomic<Int>(0)

  static func of(_ type: Any.Type) -> FoundationClass? {
    let id = unsafeBitCast(type, to: Int.self)
    if id == numbers.load(ordering: .relaxed) { return .number }
    if id == nulls.load(ordering: .relaxed) { return .null }
    if id == truths.load(ordering: .relaxed) { return .truth }
    // Only classes can be Foundation's, and most types are not classes.
    guard type is AnyClass else { return nil }
    switch String(describing: type) {
    case "NSNull":
      nulls.store(id, ordering: .relaxed)
      return .null
    case "__NSCFBoolean":
      truths.store(id, ordering: .relaxed)
      return .truth
    case "NSNumber", "__NSCFNumber":
      numbers.store(id, ordering: .relaxed)
      return .number
    case "NSDecimalNumber": return .decimal
    default: return nil
    }
  }
}
