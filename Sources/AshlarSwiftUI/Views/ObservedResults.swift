#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  /// Objects of a Realm that a view shows, or projections of them.
  ///
  ///     @ObservedResults(Item.self, where: { !$0.isDone }, sortDescriptor: SortDescriptor(keyPath: "name")) var items
  ///
  /// The view reads frozen results, and again after each change. `$items.append` and `$items.remove` write in transactions of their own; `$items.where`,
  /// `$items.filter` and `$items.sortDescriptor` may be set, and hold until the view's parent asks for something else.
  @MainActor @propertyWrapper public struct ObservedResults<ResultType>: DynamicProperty, BoundCollection
  where ResultType: _ObservedResultsValue & RealmFetchable & KeypathSortable & Identifiable {
    /// The objects.
    public typealias Value = Results<ResultType>
    /// What is shown.
    public typealias Element = ResultType

    @Environment(\.realmConfiguration) private var environment
    @StateObject private var storage: QueryStorage<ResultType, Results<ResultType>>
    private let question: ViewQuestion<ResultType>

    private init(
      _ question: ViewQuestion<ResultType>, _ sorted: @escaping (Results<ResultType>, [Ashlar.SortDescriptor]) -> Results<ResultType>
    ) {
      self.question = question
      _storage = StateObject(wrappedValue: QueryStorage(ShownQuery(question) { $1.isEmpty ? $0 : sorted($0, $1) }))
    }

    /// The objects: frozen.
    public var wrappedValue: Results<ResultType> { storage.query.shown }

    /// What views do to the objects, and what they ask for.
    public var projectedValue: ObservedResults { self }

    /// A condition in text; setting it replaces the one that holds, setting nil takes it away.
    public var filter: RealmPredicate? {
      get { storage.query.condition?.predicate }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }

    /// The order.
    public var sortDescriptor: Ashlar.SortDescriptor? {
      get { storage.query.order.first }
      nonmutating set { storage.query.order = newValue.map { [$0] } ?? [] }
    }

    /// Called by SwiftUI before the view is read.
    public nonisolated mutating func update() {
      let wrapper = self
      MainActor.assumeIsolated { wrapper.storage.query.resume(wrapper.question, wrapper.environment) }
    }

    func search(_ text: String, _ condition: () -> ViewQuestion<ResultType>.Condition) { storage.query.search(text, condition) }
  }

  extension ObservedResults where ResultType: Object {
    /// Shows the objects of a class that fulfil a condition.
    /// - Parameters:
    ///   - configuration: Of their Realm; nil for that of the environment, see `realmConfiguration`.
    ///   - where: Nil for all.
    ///   - keyPaths: What modifies an object, see `observe`; nil for everything.
    ///   - sortDescriptor: Nil for the order of the table.
    public init(
      _ type: ResultType.Type, configuration: Realm.Configuration? = nil, where isIncluded: ((Query<ResultType>) -> Query<Bool>)? = nil,
      keyPaths: [String]? = nil, sortDescriptor: Ashlar.SortDescriptor? = nil
    ) {
      self.init(ViewQuestion(isIncluded.map { .init($0) }, order: sortDescriptor.map { [$0] } ?? [], keyPaths, configuration)) {
        $0.sorted(by: $1)
      }
    }

    /// Shows the objects of a class that fulfil a condition in text.
    public init(
      _ type: ResultType.Type, configuration: Realm.Configuration? = nil, filter: RealmPredicate?, keyPaths: [String]? = nil,
      sortDescriptor: Ashlar.SortDescriptor? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptor.map { [$0] } ?? [], keyPaths, configuration)) {
        $0.sorted(by: $1)
      }
    }

    /// A condition; setting it replaces the one that holds, setting nil takes it away.
    public var `where`: ((Query<ResultType>) -> Query<Bool>)? {
      get { storage.query.condition?.isIncluded }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }

    /// Adds an object to the Realm.
    public func append(_ value: ResultType) { addFromView(value, to: storage.query.realm()) }
  }

  extension ObservedResults where ResultType: ProjectionObservable {
    /// Shows projections of the objects that fulfil a condition.
    public init(
      _ type: ResultType.Type, configuration: Realm.Configuration? = nil, where isIncluded: ((Query<ResultType>) -> Query<Bool>)? = nil,
      keyPaths: [String]? = nil, sortDescriptor: Ashlar.SortDescriptor? = nil
    ) {
      self.init(ViewQuestion(isIncluded.map { .init($0) }, order: sortDescriptor.map { [$0] } ?? [], keyPaths, configuration)) {
        $0.sorted(by: $1)
      }
    }

    /// Shows projections of the objects that fulfil a condition in text, which names properties of the objects.
    public init(
      _ type: ResultType.Type, configuration: Realm.Configuration? = nil, filter: RealmPredicate?, keyPaths: [String]? = nil,
      sortDescriptor: Ashlar.SortDescriptor? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptor.map { [$0] } ?? [], keyPaths, configuration)) {
        $0.sorted(by: $1)
      }
    }

    /// A condition; setting it replaces the one that holds, setting nil takes it away.
    public var `where`: ((Query<ResultType>) -> Query<Bool>)? {
      get { storage.query.condition?.isIncluded }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }
  }
#endif
