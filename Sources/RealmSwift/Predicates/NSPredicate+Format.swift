#if !canImport(ObjectiveC)
  public import Ashlar
  public import Foundation

  // Foundation declares these initializers here too, but marks them unavailable, so overload resolution prefers the ones below.
  extension NSPredicate {
    /// A condition in text, to filter collections of a Realm by. A text that states none stops the program.
    ///
    ///     people.filter(NSPredicate(format: "age > %@ AND name BEGINSWITH[c] %@", 3, "a"))
    ///
    /// The language is that of `RealmPredicate`, and so is what the predicate means. `evaluate(with:)` takes objects of Realm models only, and
    /// works as `RealmPredicate.evaluate(with:)` does.
    /// - Parameters:
    ///   - predicateFormat: names of properties, operators and values; `%@` stands for an argument, `%K` for a property's name.
    ///   - args: values, in the order of the placeholders.
    public convenience init(format predicateFormat: String, _ args: Any...) {
      self.init(RealmPredicate(format: predicateFormat, argumentArray: args))
    }

    /// As `init(format:_:)`, with the arguments in an array.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
      self.init(RealmPredicate(format: predicateFormat, argumentArray: arguments))
    }

    /// The same condition as an `NSPredicate`, for `NSCompoundPredicate` and for code that passes these on.
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
