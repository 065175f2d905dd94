import Synchronization

/// How many objects one description shows. Five levels of objects that link to twenty each would be millions.
final class DescriptionLimit: Sendable {
  static let objects = 1000
  // Of the description that is being made here.
  @TaskLocal private static var current: DescriptionLimit?
  private let left = Atomic<Int>(DescriptionLimit.objects)

  /// False when enough were shown.
  func take() -> Bool { left.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 }

  /// Runs `body` with the limit of the description that it is part of, or of a new one.
  static func counting(_ body: (DescriptionLimit) -> String) -> String {
    if let current { return body(current) }
    let limit = DescriptionLimit()
    return $current.withValue(limit) { body(limit) }
  }
}
