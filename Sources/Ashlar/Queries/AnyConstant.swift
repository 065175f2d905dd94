import AshlarStore

/// A constant that `AnyRealmValue`s are compared with, encoded so that most comparisons allocate no memory.
final class AnyConstant {
  private let stored: AnyStored
  private let bytes: CapturedValue
  private let view: AnyView?

  init(_ stored: AnyStored) {
    self.stored = stored
    let bytes = stored.bytes().withUnsafeBytes { CapturedValue(.any($0)) }
    self.bytes = bytes
    if case .any(let copy)? = bytes.value { view = AnyView(copy) } else { view = nil }
  }

  /// Returns whether a value compares with the constant. Bytes that encode no value match nothing.
  func matches(_ value: CellValue, _ comparison: Comparison) -> Bool {
    if let view, case .any(let bytes) = value, let other = AnyView(bytes) { return other.matches(comparison, view) }
    guard let other = ValueTest.stored(value) else { return false }
    return AnyOrder.matches(other, comparison, stored)
  }
}

extension AnyView {
  func matches(_ comparison: Comparison, _ other: AnyView) -> Bool {
    guard kind == other.kind, !isNaN, !other.isNaN, let order = CellValue.order(value, other.value) else { return comparison == .notEqual }
    return ValueTest.holds(order, comparison)
  }
}
