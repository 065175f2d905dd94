#if !canImport(ObjectiveC)
  public import Ashlar
  public import Foundation

  // Foundation also declares these initializers on this platform, but marks them unavailable, so overload resolution selects those declared
  // here.
  extension NSPredicate {
    /// Creates a predicate from text, for filtering collections of a Realm. Stops the program if the text is not a condition.
    ///
    ///     people.filter(NSPredicate(format: "age > %@ AND name BEGINSWITH[c] %@", 3, "a"))
    ///
    /// The language and the semantics are those of `RealmPredicate`. `evaluate(with:)` accepts only objects of Realm models, and behaves
    /// like `RealmPredicate.evaluate(with:)`.
    /// - Parameters:
    ///   - predicateFormat: Names of properties, operators and values; `%@` is replaced by an argument, `%K` by the name of a property.
    ///   - args: The arguments, in the order of the placeholders.
    public convenience init(format predicateFormat: String, _ args: Any...) {
      self.init(RealmPredicate(format: predicateFormat, argumentArray: args))
    }

    /// Creates a predicate from text, like `init(format:_:)`, with the arguments in an array.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
      self.init(RealmPredicate(format: predicateFormat, argumentArray: arguments))
    }

    /// Creates an `NSPredicate` with the same condition, for `NSCompoundPredicate` and for APIs that require an `NSPredicate`.
    public convenience init(_ condition: RealmPredicate) {
      self.init { object, _ in
        if let request = object as? ConditionRequest {
          request.condition = condition
          return false
        }
        return condition.isFulfilled(by: object)
      }
    }
  }
#endif
