public import Ashlar
public import Foundation

/// Receives the condition of a predicate that was made of text when the predicate is evaluated with it: a class of Foundation has no stored
/// property for one.
final class ConditionRequest {
  var condition: RealmPredicate?
}

extension RealmPredicate {
  /// The condition that a predicate of Foundation states: one made of text, a constant, or an `NSCompoundPredicate` of such predicates. One
  /// that was made of a block stops the program, since a database cannot look into a block.
  /// Complexity: O(number of predicates it is composed of).
  public init(_ predicate: NSPredicate) {
    if let compound = predicate as? NSCompoundPredicate {
      // Foundation declares them as [NSPredicate] on Linux and as [Any] elsewhere.
      let parts = (compound.subpredicates as [Any]).compactMap { ($0 as? NSPredicate).map { RealmPredicate($0) } }
      switch compound.compoundPredicateType {
      case .and: self = .all(of: parts)
      case .or: self = .any(of: parts)
      case .not: self = !(parts.first ?? RealmPredicate(value: true))
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

// Foundation deprecates the property on Linux, where it tells constants from blocks and no more.
private protocol WithFormat {
  var predicateFormat: String { get }
}

extension NSPredicate: WithFormat {}
