import Synchronization

/// The maximum number of objects that one description shows. If each object links to twenty others, five levels contain millions of
/// objects.
final class DescriptionLimit: Sendable {
  static let objects = 1000
  // The limit of the description that the current task is creating.
  @TaskLocal private static var current: DescriptionLimit?
  private let left: Atomic<Int>

  init(_ objects: Int = DescriptionLimit.objects) { left = Atomic(objects) }

  /// Counts one object. Returns false if the maximum had already been reached.
  func take() -> Bool { left.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 }

  /// Runs `body` with the limit of the enclosing description or, if there is none, with a new limit.
  static func counting(_ body: (DescriptionLimit) -> String) -> String {
    if let current { return body(current) }
    let limit = DescriptionLimit()
    return $current.withValue(limit) { body(limit) }
  }

  /// Runs `body` for one of `count` elements, with the limit of the enclosing description or, if there is none, with an equal share of a
  /// new limit. Without shares, the objects to which the first element links could use up the whole limit.
  static func sharing(_ count: Int, _ body: () -> String) -> String {
    if current != nil { return body() }
    return $current.withValue(DescriptionLimit(objects / max(1, min(count, CollectionDescription.most)))) { body() }
  }
}
