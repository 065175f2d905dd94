import AshlarSchema
import AshlarStore

/// A test of one value. Each kind is a separate type, so that a scan calls it without copying the constants.
protocol ValueTest {
  func matches(_ value: CellValue) -> Bool
}

/// A comparison with a constant.
struct ConstantTest: ValueTest {
  private let comparison: Comparison
  private let constant: CapturedValue

  init(_ property: PropertyModel, _ comparison: Comparison, _ constant: QueryConstant) {
    self.comparison = comparison
    self.constant = constant.converted(to: property.type).withValue { CapturedValue($0) }
  }

  func matches(_ value: CellValue) -> Bool { constant.value.map { comparison.holds(value, $0) } ?? false }
}

/// A test of the type of an `AnyRealmValue`.
struct TypeTest: ValueTest {
  let tags: [AnyTag]

  func matches(_ value: CellValue) -> Bool {
    guard case .any(let bytes) = value else { return tags.contains(.none) }
    return tags.contains { $0.rawValue == bytes.first }
  }
}

extension ConstantSet: ValueTest {
  func matches(_ value: CellValue) -> Bool { contains(value) }
}
