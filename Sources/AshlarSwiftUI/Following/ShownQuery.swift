import Ashlar

/// The objects that a view asks for, as results or in sections.
///
/// What the view's initialiser asks for holds until it asks for something else, as another value of its parent makes it do; what is set
/// meanwhile holds until then.
@MainActor final class ShownQuery<Element: RealmFetchable, Shown: _ViewValue> {
  private var given: ViewQuestion<Element>
  private var asked: ViewQuestion<Element>
  private var search: ViewQuestion<Element>.Condition?
  private var environment: Realm.Configuration?
  private var follower: Follower<Shown>?
  private let make: (Results<Element>, [Ashlar.SortDescriptor]) -> Shown
  /// Called before views are to read again.
  var changed: () -> Void = {}

  /// - Parameter make: what is shown of objects that fulfil the conditions, in an order.
  init(_ question: ViewQuestion<Element>, _ make: @escaping (Results<Element>, [Ashlar.SortDescriptor]) -> Shown) {
    given = question
    asked = question
    self.make = make
  }

  /// Takes in what the view asks for now, and begins to follow it. Views call this before they read.
  func resume(_ question: ViewQuestion<Element>, _ environment: Realm.Configuration) {
    if !question.isSame(as: given) {
      (given, asked, follower) = (question, question, nil)
    }
    if asked.configuration == nil, self.environment.map({ "\($0)" }) != "\(environment)" { follower = nil }
    self.environment = environment
    follow()
  }

  /// The Realm of the objects.
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

  /// What a view reads: frozen.
  var shown: Shown {
    follow()
    guard let follower else { fatalError("A view's results are followed here.") }
    return follower.shown
  }

  /// The condition that holds now.
  var condition: ViewQuestion<Element>.Condition? {
    get { asked.condition }
    set { if newValue?.text != asked.condition?.text { ask { $0.asked.condition = newValue } } }
  }

  /// The order that holds now.
  var order: [Ashlar.SortDescriptor] {
    get { asked.order }
    set { if newValue != asked.order { ask { $0.asked.order = newValue } } }
  }

  /// Shows only objects with a text; all when it is empty.
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
