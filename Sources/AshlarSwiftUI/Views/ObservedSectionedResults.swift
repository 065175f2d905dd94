#if canImport(SwiftUI)
  public import Ashlar
  public import Foundation
  public import SwiftUI

  /// Objects of a Realm that a view shows in sections, or projections of them.
  ///
  ///     @ObservedSectionedResults(Item.self, sectionKeyPath: \.category) var sections
  ///
  /// The view reads frozen sections, and again after each change.
  @MainActor @propertyWrapper public struct ObservedSectionedResults<Key, ResultType>: DynamicProperty
  where Key: _Persistable & Hashable, ResultType: _ObservedResultsValue & RealmFetchable & KeypathSortable & Identifiable {
    @Environment(\.realmConfiguration) private var environment
    @StateObject private var storage: QueryStorage<ResultType, SectionedResults<Key, ResultType>>
    private let question: ViewQuestion<ResultType>

    private init(
      _ question: ViewQuestion<ResultType>,
      _ sectioned: @escaping (Results<ResultType>, [Ashlar.SortDescriptor]) -> SectionedResults<Key, ResultType>
    ) {
      self.question = question
      _storage = StateObject(wrappedValue: QueryStorage(ShownQuery(question, sectioned)))
    }

    /// The sections: frozen.
    public var wrappedValue: SectionedResults<Key, ResultType> { storage.query.shown }

    /// What views do to the objects, and what they ask for.
    public var projectedValue: ObservedSectionedResults { self }

    /// A condition in text; setting it replaces the one that holds, setting nil takes it away.
    public var filter: RealmPredicate? {
      get { storage.query.condition?.predicate }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }

    /// The order of the elements; sections come in the order in which their keys first appear in it.
    public var sortDescriptors: [Ashlar.SortDescriptor] {
      get { storage.query.order }
      nonmutating set { storage.query.order = newValue }
    }

    /// Called by SwiftUI before the view is read.
    public nonisolated mutating func update() {
      let wrapper = self
      MainActor.assumeIsolated { wrapper.storage.query.resume(wrapper.question, wrapper.environment) }
    }

    /// Deletes objects from their Realm, by their positions in a section as it is shown: what `onDelete` takes.
    public func remove(atOffsets offsets: IndexSet, section: ResultsSection<Key, ResultType>) {
      deleteFromView(offsets.filter { $0 < section.count }.compactMap { object(of: section[$0]) })
    }

    func search(_ text: String, _ condition: () -> ViewQuestion<ResultType>.Condition) { storage.query.search(text, condition) }
  }

  extension ObservedSectionedResults where ResultType: Object {
    /// Shows the objects of a class in sections of those that have the same value of a property.
    /// - Parameters:
    ///   - sortDescriptors: The order. Without one, the objects are sorted by the property.
    ///   - filter: A condition in text; nil for all.
    ///   - keyPaths: What modifies an object, see `observe`; nil for everything.
    ///   - configuration: Of their Realm; nil for that of the environment, see `realmConfiguration`.
    public init(
      _ type: ResultType.Type, sectionKeyPath: KeyPath<ResultType, Key>, sortDescriptors: [Ashlar.SortDescriptor] = [],
      filter: RealmPredicate? = nil, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptors, keyPaths, configuration)) {
        $1.isEmpty ? $0.sectioned(by: sectionKeyPath) : $0.sectioned(by: sectionKeyPath, sortDescriptors: $1)
      }
    }

    /// Shows the objects of a class that fulfil a condition, in sections of those that have the same value of a property.
    public init(
      _ type: ResultType.Type, sectionKeyPath: KeyPath<ResultType, Key>, sortDescriptors: [Ashlar.SortDescriptor] = [],
      where isIncluded: @escaping (Query<ResultType>) -> Query<Bool>, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(.init(isIncluded), order: sortDescriptors, keyPaths, configuration)) {
        $1.isEmpty ? $0.sectioned(by: sectionKeyPath) : $0.sectioned(by: sectionKeyPath, sortDescriptors: $1)
      }
    }

    /// Shows the objects of a class in sections of those that have the same key.
    /// - Parameter sortDescriptors: The order, of which there must be one.
    public init(
      _ type: ResultType.Type, sectionBlock: @escaping (ResultType) -> Key, sortDescriptors: [Ashlar.SortDescriptor],
      filter: RealmPredicate? = nil, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptors, keyPaths, configuration)) {
        $0.sectioned(sortDescriptors: $1, sectionBlock)
      }
    }

    /// Shows the objects of a class that fulfil a condition, in sections of those that have the same key.
    public init(
      _ type: ResultType.Type, sectionBlock: @escaping (ResultType) -> Key, sortDescriptors: [Ashlar.SortDescriptor],
      where isIncluded: @escaping (Query<ResultType>) -> Query<Bool>, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(.init(isIncluded), order: sortDescriptors, keyPaths, configuration)) {
        $0.sectioned(sortDescriptors: $1, sectionBlock)
      }
    }

    /// A condition; setting it replaces the one that holds, setting nil takes it away.
    public var `where`: ((Query<ResultType>) -> Query<Bool>)? {
      get { storage.query.condition?.isIncluded }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }
  }

  extension ObservedSectionedResults where ResultType: ProjectionObservable {
    /// Shows projections in sections of those that have the same value of a projected property.
    public init(
      _ type: ResultType.Type, sectionKeyPath: KeyPath<ResultType, Key>, sortDescriptors: [Ashlar.SortDescriptor] = [],
      filter: RealmPredicate? = nil, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptors, keyPaths, configuration)) {
        $1.isEmpty ? $0.sectioned(by: sectionKeyPath) : $0.sectioned(by: sectionKeyPath, sortDescriptors: $1)
      }
    }

    /// Shows projections in sections of those that have the same key.
    /// - Parameter sortDescriptors: The order, of which there must be one.
    public init(
      _ type: ResultType.Type, sectionBlock: @escaping (ResultType) -> Key, sortDescriptors: [Ashlar.SortDescriptor],
      filter: RealmPredicate? = nil, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptors, keyPaths, configuration)) {
        $0.sectioned(by: sectionBlock, sortDescriptors: $1)
      }
    }

    /// A condition; setting it replaces the one that holds, setting nil takes it away.
    public var `where`: ((Query<ResultType>) -> Query<Bool>)? {
      get { storage.query.condition?.isIncluded }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }
  }
#endif
