import Ashlar

/// The query of a view.
struct ViewQuestion<Element: RealmCollectionValue> {
  /// A condition, with a textual form by which conditions are compared.
  struct Condition {
    let text: String
    let apply: (Results<Element>) -> Results<Element>
    /// The predicate, if the condition was specified as text.
    private(set) var predicate: RealmPredicate?
    /// The closure, if the condition was specified as one.
    private(set) var isIncluded: ((Query<Element>) -> Query<Bool>)?

    init(_ predicate: RealmPredicate) {
      self.predicate = predicate
      text = predicate._text
      apply = { $0.filter(predicate) }
    }

    init(_ isIncluded: @escaping (Query<Element>) -> Query<Bool>) where Element: ObjectBase {
      self.isIncluded = isIncluded
      text = Query<Element>._text(isIncluded)
      apply = { $0.where(isIncluded) }
    }

    init(_ isIncluded: @escaping (Query<Element>) -> Query<Bool>) where Element: ProjectionObservable {
      self.isIncluded = isIncluded
      text = Query<Element>._text(isIncluded)
      apply = { $0.where(isIncluded) }
    }

    /// Selects the objects whose property contains a string, ignoring case.
    init(text: String, in keyPath: KeyPath<Element, String>) where Element: ObjectBase {
      self.init(RealmPredicate(format: "%K CONTAINS[c] %@", Ashlar.SortDescriptor(keyPath: keyPath).keyPath, text))
    }
  }

  var condition: Condition?
  var order: [Ashlar.SortDescriptor]
  let keyPaths: [String]?
  /// The configuration of the Realm; nil for the one in the environment.
  let configuration: Realm.Configuration?

  init(
    _ condition: Condition? = nil, order: [Ashlar.SortDescriptor] = [], _ keyPaths: [String]? = nil,
    _ configuration: Realm.Configuration? = nil
  ) {
    self.condition = condition
    self.order = order
    self.keyPaths = keyPaths
    self.configuration = configuration
  }

  /// Returns whether both queries select the same objects in the same order from the same Realm, with the same key paths.
  func isSame(as other: ViewQuestion) -> Bool {
    condition?.text == other.condition?.text && order == other.order && keyPaths == other.keyPaths
      && configuration.map { "\($0)" } == other.configuration.map { "\($0)" }
  }
}
