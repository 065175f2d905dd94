import Ashlar

/// Which objects a view asks for.
struct ViewQuestion<Element: RealmCollectionValue> {
  /// A condition, and text that says the same.
  struct Condition {
    let text: String
    let apply: (Results<Element>) -> Results<Element>
    /// If it was given as text.
    private(set) var predicate: RealmPredicate?
    /// If it was given as a block.
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

    /// Of objects whose property has a text in it, in any case of letters.
    init(text: String, in keyPath: KeyPath<Element, String>) where Element: ObjectBase {
      self.init(RealmPredicate(format: "%K CONTAINS[c] %@", Ashlar.SortDescriptor(keyPath: keyPath).keyPath, text))
    }
  }

  var condition: Condition?
  var order: [Ashlar.SortDescriptor]
  let keyPaths: [String]?
  /// Nil for that of the environment.
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

  /// Whether both ask for the same.
  func isSame(as other: ViewQuestion) -> Bool {
    condition?.text == other.condition?.text && order == other.order && keyPaths == other.keyPaths
      && configuration.map { "\($0)" } == other.configuration.map { "\($0)" }
  }
}
