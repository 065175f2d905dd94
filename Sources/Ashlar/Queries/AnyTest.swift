import AshlarStore

/// A comparison of `AnyRealmValue`s with a constant, which is encoded so that most comparisons allocate no memory.
final class AnyTest: ValueTest {
  private let comparison: Comparison
  // Nil for an unmanaged object, which equals nothing.
  private let stored: AnyStored?
  // Owns the bytes of `view`.
  private let bytes: CapturedValue?
  private let view: AnyView?

  init(_ comparison: Comparison, _ constant: AnyStored?) {
    self.comparison = comparison
    stored = constant
    bytes = constant?.bytes().withUnsafeBytes { CapturedValue(.any($0)) }
    if case .any(let copy)? = bytes?.value { view = AnyView(copy) } else { view = nil }
  }

  /// Bytes that encode no value match nothing.
  func matches(_ value: CellValue) -> Bool {
    if let view, case .any(let bytes) = value, let other = AnyView(bytes) { return other.matches(comparison, view) }
    guard let other = AnyOrder.stored(value) else { return false }
    guard let stored else { return comparison == .notEqual }
    return AnyOrder.matches(other, comparison, stored)
  }
}

extension AnyView {
  func matches(_ comparison: Comparison, _ other: AnyView) -> Bool {
    guard kind == other.kind, !isNaN, !other.isNaN, let order = CellValue.order(value, other.value) else { return comparison == .notEqual }
    return comparison.holds(order)
  }
}
