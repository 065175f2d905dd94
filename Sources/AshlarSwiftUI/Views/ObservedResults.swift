#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  /// Objects of a Realm, or projections of them, that a view shows.
  ///
  /// ```swift
  /// @ObservedResults(Item.self, where: { !$0.isDone }, sortDescriptor: SortDescriptor(keyPath: "name")) var items
  /// ```
  ///
  /// The view reads frozen results and is updated after each change. `$items.append` and `$items.remove` write in the open transaction, or
  /// in a new one if none is open. `$items.where`, `$items.filter` and `$items.sortDescriptor` can be set; they remain in effect until the
  /// view is initialized with a different query.
  @MainActor @propertyWrapper public struct ObservedResults<ResultType>: DynamicProperty, BoundCollection
  where ResultType: _ObservedResultsValue & RealmFetchable & KeypathSortable & Identifiable {
    /// The type of the results.
    public typealias Value = Results<ResultType>
    /// The type of the elements.
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

    /// The results, frozen.
    public var wrappedValue: Results<ResultType> { storage.query.shown }

    /// Methods that edit the results, and the condition and order of the query.
    public var projectedValue: ObservedResults { self }

    /// The condition, if it is a predicate in text. Assigning replaces the current condition, whatever its form; nil removes it.
    public var filter: RealmPredicate? {
      get { storage.query.condition?.predicate }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }

    /// The order of the results; nil for creation order.
    public var sortDescriptor: Ashlar.SortDescriptor? {
      get { storage.query.order.first }
      nonmutating set { storage.query.order = newValue.map { [$0] } ?? [] }
    }

    /// Called by SwiftUI before it evaluates the view's body. Starts the observation.
    public nonisolated mutating func update() {
      let wrapper = self
      MainActor.assumeIsolated { wrapper.storage.query.resume(wrapper.question, wrapper.environment) }
    }

    func search(_ text: String, _ condition: () -> ViewQuestion<ResultType>.Condition) { storage.query.search(text, condition) }
  }

  extension ObservedResults where ResultType: Object {
    /// Shows the objects of a class that satisfy a condition. See the guide, *Observing*.
    ///
    /// - Parameters:
    ///   - type: The class of the objects.
    ///   - configuration: The configuration of the Realm; nil for `realmConfiguration` of the environment.
    ///   - isIncluded: The condition; nil for all objects.
    ///   - keyPaths: The properties whose changes update the view, as for `observe`; nil for all.
    ///   - sortDescriptor: The order; nil for creation order.
    public init(
      _ type: ResultType.Type, configuration: Realm.Configuration? = nil, where isIncluded: ((Query<ResultType>) -> Query<Bool>)? = nil,
      keyPaths: [String]? = nil, sortDescriptor: Ashlar.SortDescriptor? = nil
    ) {
      self.init(ViewQuestion(isIncluded.map { .init($0) }, order: sortDescriptor.map { [$0] } ?? [], keyPaths, configuration)) {
        $0.sorted(by: $1)
      }
    }

    /// Shows the objects of a class that satisfy a predicate in text.
    ///
    /// - Parameters:
    ///   - type: The class of the objects.
    ///   - configuration: The configuration of the Realm; nil for `realmConfiguration` of the environment.
    ///   - filter: The predicate; nil for all objects.
    ///   - keyPaths: The properties whose changes update the view, as for `observe`; nil for all.
    ///   - sortDescriptor: The order; nil for creation order.
    public init(
      _ type: ResultType.Type, configuration: Realm.Configuration? = nil, filter: RealmPredicate?, keyPaths: [String]? = nil,
      sortDescriptor: Ashlar.SortDescriptor? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptor.map { [$0] } ?? [], keyPaths, configuration)) {
        $0.sorted(by: $1)
      }
    }

    /// The condition, if it is a closure. Assigning replaces the current condition, whatever its form; nil removes it.
    ///
    /// ```swift
    /// Toggle("Hide finished", isOn: $hidesFinished).onChange(of: hidesFinished) { $items.where = hidesFinished ? { !$0.isDone } : nil }
    /// ```
    public var `where`: ((Query<ResultType>) -> Query<Bool>)? {
      get { storage.query.condition?.isIncluded }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }

    /// Adds an object to the Realm. Does nothing if the object is already managed or has been deleted.
    ///
    /// ```swift
    /// Button("Add") { $items.append(Item()) }
    /// ```
    ///
    /// - Parameter value: An unmanaged object.
    public func append(_ value: ResultType) { addFromView(value, to: storage.query.realm()) }
  }

  extension ObservedResults where ResultType: ProjectionObservable {
    /// Shows projections of the objects that satisfy a condition. See the guide, *Observing*.
    ///
    /// - Parameters:
    ///   - type: The class of the projections.
    ///   - configuration: The configuration of the Realm; nil for `realmConfiguration` of the environment.
    ///   - isIncluded: The condition; nil for all objects.
    ///   - keyPaths: The properties whose changes update the view, as for `observe`; nil for all.
    ///   - sortDescriptor: The order; nil for creation order.
    public init(
      _ type: ResultType.Type, configuration: Realm.Configuration? = nil, where isIncluded: ((Query<ResultType>) -> Query<Bool>)? = nil,
      keyPaths: [String]? = nil, sortDescriptor: Ashlar.SortDescriptor? = nil
    ) {
      self.init(ViewQuestion(isIncluded.map { .init($0) }, order: sortDescriptor.map { [$0] } ?? [], keyPaths, configuration)) {
        $0.sorted(by: $1)
      }
    }

    /// Shows projections of the objects that satisfy a predicate in text.
    ///
    /// - Parameters:
    ///   - type: The class of the projections.
    ///   - configuration: The configuration of the Realm; nil for `realmConfiguration` of the environment.
    ///   - filter: The predicate, which refers to properties of the objects; nil for all objects.
    ///   - keyPaths: The properties whose changes update the view, as for `observe`; nil for all.
    ///   - sortDescriptor: The order; nil for creation order.
    public init(
      _ type: ResultType.Type, configuration: Realm.Configuration? = nil, filter: RealmPredicate?, keyPaths: [String]? = nil,
      sortDescriptor: Ashlar.SortDescriptor? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptor.map { [$0] } ?? [], keyPaths, configuration)) {
        $0.sorted(by: $1)
      }
    }

    /// The condition, if it is a closure. Assigning replaces the current condition, whatever its form; nil removes it.
    public var `where`: ((Query<ResultType>) -> Query<Bool>)? {
      get { storage.query.condition?.isIncluded }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }
  }
#endif
