import Ashlar

/// The objects of a view's query, as results or in sections.
///
/// The query of the view's initializer remains in effect until the parent initializes the view with a different query. A condition or an
/// order that is set on the wrapper remains in effect until then, too.
@MainActor final class ShownQuery<Element: RealmFetchable, Shown: _ViewValue> {
  private var given: ViewQuestion<Element>
  private var asked: ViewQuestion<Element>
  private var search: ViewQuestion<Element>.Condition?
  private var environment: Realm.Configuration?
  private var follower: Follower<Shown>?
  private let make: (Results<Element>, [Ashlar.SortDescriptor]) -> Shown
  /// Called before views have to read the objects again.
  var changed: () -> Void = {}

  /// - Parameter make: Creates the results or sections from the matching objects and an order.
  init(_ question: ViewQuestion<Element>, _ make: @escaping (Results<Element>, [Ashlar.SortDescriptor]) -> Shown) {
    given = question
    asked = question
    self.make = make
    FailedWrites.shared.add(self)
  }

  /// Adopts the view's current query, and starts observing its objects. Views call this before they read.
  func resume(_ question: ViewQuestion<Element>, _ environment: Realm.Configuration) {
    if !question.isSame(as: given) {
      (given, asked, follower) = (question, question, nil)
    }
    if asked.configuration == nil, self.environment.map({ "\($0)" }) != "\(environment)" { follower = nil }
    self.environment = environment
    follow()
  }

  /// Opens the Realm of the objects. Stops the program if it cannot be opened.
  func realm() -> Realm {
    do {
      return try Realm(configuration: asked.configuration ?? environment ?? .defaultConfiguration)
    } catch {
      fatalError("A view's Realm cannot be opened: \(error)")
    }
  }

  private func follow() {
    if let follower, !follower.isBehind { return }
    var results = realm().objects(Element.self)
    for condition in [asked.condition, search].compactMap({ $0 }) { results = condition.apply(results) }
    follower = Follower(make(results, asked.order), asked.keyPaths) { [weak self] in self?.changed() }
  }

  /// The results or sections that a view reads, frozen.
  var shown: Shown {
    follow()
    guard let follower else { fatalError("A view's results are followed here.") }
    return follower.shown
  }

  /// The condition in effect, without the search.
  var condition: ViewQuestion<Element>.Condition? {
    get { asked.condition }
    set { if newValue?.text != asked.condition?.text { ask { $0.asked.condition = newValue } } }
  }

  /// The order in effect.
  var order: [Ashlar.SortDescriptor] {
    get { asked.order }
    set { if newValue != asked.order { ask { $0.asked.order = newValue } } }
  }

  /// Restricts the objects to those that satisfy the search condition for a text; empty text removes the restriction.
  func search(_ text: String, _ condition: () -> ViewQuestion<Element>.Condition) {
    let sought = text.isEmpty ? nil : condition()
    if sought?.text != search?.text { ask { $0.search = sought } }
  }

  private func ask(_ change: (ShownQuery) -> Void) {
    changed()
    change(self)
    follower = nil
  }
}

extension ShownQuery: ShownToViews {
  func writeFailed() { changed() }
}
