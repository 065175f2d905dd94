public import Ashlar
public import Foundation

/// Receives the condition of a predicate created from text: when the predicate is evaluated with this object, it stores its condition here.
/// A stored property cannot be added to a Foundation class.
final class ConditionRequest {
  var condition: RealmPredicate?
}

extension RealmPredicate {
  /// Creates the condition of a Foundation predicate: one created from text, a constant, or an `NSCompoundPredicate` of such predicates.
  /// Stops the program if the predicate was created from a block, because a database cannot inspect a block, or if a predicate of the type
  /// `not` does not have exactly one component.
  ///
  /// Complexity: O(number of component predicates).
  public init(_ predicate: NSPredicate) {
    if let compound = predicate as? NSCompoundPredicate {
      // Foundation declares the subpredicates as `[NSPredicate]` on Linux and as `[Any]` on other platforms.
      let parts = (compound.subpredicates as [Any]).map { part in
        guard let predicate = part as? NSPredicate else {
          RealmPredicate.stop(
            "A compound predicate has a component of the type '\(type(of: part))'. Each component must be an NSPredicate.")
        }
        return RealmPredicate(predicate)
      }
      switch compound.compoundPredicateType {
      case .and: self = .all(of: parts)
      case .or: self = .any(of: parts)
      case .not:
        guard parts.count == 1 else {
          RealmPredicate.stop(
            "A compound predicate of the type 'not' has \(parts.count) components and must have one: combine several with "
              + "'NSCompoundPredicate(andPredicateWithSubpredicates:)' first.")
        }
        self = !parts[0]
      @unknown default: RealmPredicate.stop("The compound predicate's type is not 'and', 'or' or 'not'.")
      }
      return
    }
    #if canImport(ObjectiveC)
      if predicate is NSComparisonPredicate {
        self.init(format: predicate.predicateFormat)
        return
      }
    #endif
    switch (predicate as any WithFormat).predicateFormat {
    case "TRUEPREDICATE": self.init(value: true)
    case "FALSEPREDICATE": self.init(value: false)
    default:
      let request = ConditionRequest()
      _ = predicate.evaluate(with: request)
      guard let condition = request.condition else {
        RealmPredicate.stop(
          "A predicate that is made of a block cannot be evaluated by a Realm: write it as text, 'NSPredicate(format: \"age > 3\")', "
            + "or filter with a closure, 'filter { $0.age > 3 }'.")
      }
      self = condition
    }
  }
}

// Avoids a warning: on Linux, Foundation deprecates `predicateFormat`, which only distinguishes constants from blocks there.
private protocol WithFormat {
  var predicateFormat: String { get }
}

extension NSPredicate: WithFormat {}
