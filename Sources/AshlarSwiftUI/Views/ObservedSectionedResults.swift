#if canImport(SwiftUI)
  public import Ashlar
  public import Foundation
  public import SwiftUI

  /// Objects of a Realm, or projections of them, that a view shows in sections.
  ///
  /// ```swift
  /// @ObservedSectionedResults(Item.self, sectionKeyPath: \.category) var sections
  /// ```
  ///
  /// The view reads frozen sections and is updated after each change. `$sections.filter` and `$sections.sortDescriptors` can be set; they
  /// remain in effect until the view is initialized with a different query.
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

    /// The sections, frozen.
    public var wrappedValue: SectionedResults<Key, ResultType> { storage.query.shown }

    /// Methods that delete objects, and the condition and order of the query.
    public var projectedValue: ObservedSectionedResults { self }

    /// The condition, if it is a predicate in text. Assigning replaces the current condition, whatever its form; nil removes it.
    public var filter: RealmPredicate? {
      get { storage.query.condition?.predicate }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }

    /// The order of the elements. Sections are in the order in which their keys first appear among the ordered elements. An empty array
    /// orders the elements by the property at `sectionKeyPath`; with `sectionBlock`, it stops the program.
    public var sortDescriptors: [Ashlar.SortDescriptor] {
      get { storage.query.order }
      nonmutating set { storage.query.order = newValue }
    }

    /// Called by SwiftUI before it evaluates the view's body. Starts the observation.
    public nonisolated mutating func update() {
      let wrapper = self
      MainActor.assumeIsolated { wrapper.storage.query.resume(wrapper.question, wrapper.environment) }
    }

    /// Deletes objects from their Realm. Indexes beyond the end of the section are ignored.
    ///
    /// ```swift
    /// ForEach(section) { Text($0.name) }.onDelete { $sections.remove(atOffsets: $0, section: section) }
    /// ```
    ///
    /// - Parameters:
    ///   - offsets: Indexes of the section as the view shows it.
    ///   - section: The section.
    public func remove(atOffsets offsets: IndexSet, section: ResultsSection<Key, ResultType>) {
      deleteFromView(offsets.filter { $0 < section.count }.compactMap { object(of: section[$0]) })
    }

    func search(_ text: String, _ condition: () -> ViewQuestion<ResultType>.Condition) { storage.query.search(text, condition) }
  }

  extension ObservedSectionedResults where ResultType: Object {
    /// Shows the objects of a class in sections, one for each value of a property. See the guide, *Observing*.
    ///
    /// - Parameters:
    ///   - type: The class of the objects.
    ///   - sectionKeyPath: The property whose value is the key of an object's section.
    ///   - sortDescriptors: The order. If it is empty, the objects are sorted by the property at `sectionKeyPath`.
    ///   - filter: A predicate in text; nil for all objects.
    ///   - keyPaths: The properties whose changes update the view, as for `observe`; nil for all.
    ///   - configuration: The configuration of the Realm; nil for `realmConfiguration` of the environment.
    public init(
      _ type: ResultType.Type, sectionKeyPath: KeyPath<ResultType, Key>, sortDescriptors: [Ashlar.SortDescriptor] = [],
      filter: RealmPredicate? = nil, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptors, keyPaths, configuration)) {
        $1.isEmpty ? $0.sectioned(by: sectionKeyPath) : $0.sectioned(by: sectionKeyPath, sortDescriptors: $1)
      }
    }

    /// Shows the objects of a class that satisfy a condition, with one section for each value of a property.
    ///
    /// - Parameters:
    ///   - type: The class of the objects.
    ///   - sectionKeyPath: The property whose value is the key of an object's section.
    ///   - sortDescriptors: The order. If it is empty, the objects are sorted by the property at `sectionKeyPath`.
    ///   - isIncluded: The condition.
    ///   - keyPaths: The properties whose changes update the view, as for `observe`; nil for all.
    ///   - configuration: The configuration of the Realm; nil for `realmConfiguration` of the environment.
    public init(
      _ type: ResultType.Type, sectionKeyPath: KeyPath<ResultType, Key>, sortDescriptors: [Ashlar.SortDescriptor] = [],
      where isIncluded: @escaping (Query<ResultType>) -> Query<Bool>, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(.init(isIncluded), order: sortDescriptors, keyPaths, configuration)) {
        $1.isEmpty ? $0.sectioned(by: sectionKeyPath) : $0.sectioned(by: sectionKeyPath, sortDescriptors: $1)
      }
    }

    /// Shows the objects of a class in sections, one for each value of a computed key.
    ///
    /// ```swift
    /// @ObservedSectionedResults(Item.self, sectionBlock: { $0.name.prefix(1).uppercased() }, sortDescriptors: ["name"]) var sections
    /// ```
    ///
    /// - Parameters:
    ///   - type: The class of the objects.
    ///   - sectionBlock: Returns the key of an object's section.
    ///   - sortDescriptors: The order; must contain at least one descriptor.
    ///   - filter: A predicate in text; nil for all objects.
    ///   - keyPaths: The properties whose changes update the view, as for `observe`; nil for all.
    ///   - configuration: The configuration of the Realm; nil for `realmConfiguration` of the environment.
    public init(
      _ type: ResultType.Type, sectionBlock: @escaping (ResultType) -> Key, sortDescriptors: [Ashlar.SortDescriptor],
      filter: RealmPredicate? = nil, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptors, keyPaths, configuration)) {
        $0.sectioned(sortDescriptors: $1, sectionBlock)
      }
    }

    /// Shows the objects of a class that satisfy a condition, with one section for each value of a computed key.
    ///
    /// - Parameters:
    ///   - type: The class of the objects.
    ///   - sectionBlock: Returns the key of an object's section.
    ///   - sortDescriptors: The order; must contain at least one descriptor.
    ///   - isIncluded: The condition.
    ///   - keyPaths: The properties whose changes update the view, as for `observe`; nil for all.
    ///   - configuration: The configuration of the Realm; nil for `realmConfiguration` of the environment.
    public init(
      _ type: ResultType.Type, sectionBlock: @escaping (ResultType) -> Key, sortDescriptors: [Ashlar.SortDescriptor],
      where isIncluded: @escaping (Query<ResultType>) -> Query<Bool>, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(.init(isIncluded), order: sortDescriptors, keyPaths, configuration)) {
        $0.sectioned(sortDescriptors: $1, sectionBlock)
      }
    }

    /// The condition, if it is a closure. Assigning replaces the current condition, whatever its form; nil removes it.
    ///
    /// ```swift
    /// $sections.where = { !$0.isDone }
    /// ```
    public var `where`: ((Query<ResultType>) -> Query<Bool>)? {
      get { storage.query.condition?.isIncluded }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }
  }

  extension ObservedSectionedResults where ResultType: ProjectionObservable {
    /// Shows projections in sections, one for each value of a projected property.
    ///
    /// - Parameters:
    ///   - type: The class of the projections.
    ///   - sectionKeyPath: The projected property whose value is the key of a projection's section.
    ///   - sortDescriptors: The order. If it is empty, the projections are sorted by the property at `sectionKeyPath`.
    ///   - filter: A predicate in text; nil for all objects.
    ///   - keyPaths: The properties whose changes update the view, as for `observe`; nil for all.
    ///   - configuration: The configuration of the Realm; nil for `realmConfiguration` of the environment.
    public init(
      _ type: ResultType.Type, sectionKeyPath: KeyPath<ResultType, Key>, sortDescriptors: [Ashlar.SortDescriptor] = [],
      filter: RealmPredicate? = nil, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptors, keyPaths, configuration)) {
        $1.isEmpty ? $0.sectioned(by: sectionKeyPath) : $0.sectioned(by: sectionKeyPath, sortDescriptors: $1)
      }
    }

    /// Shows projections in sections, one for each value of a computed key.
    ///
    /// - Parameters:
    ///   - type: The class of the projections.
    ///   - sectionBlock: Returns the key of a projection's section.
    ///   - sortDescriptors: The order; must contain at least one descriptor.
    ///   - filter: A predicate in text; nil for all objects.
    ///   - keyPaths: The properties whose changes update the view, as for `observe`; nil for all.
    ///   - configuration: The configuration of the Realm; nil for `realmConfiguration` of the environment.
    public init(
      _ type: ResultType.Type, sectionBlock: @escaping (ResultType) -> Key, sortDescriptors: [Ashlar.SortDescriptor],
      filter: RealmPredicate? = nil, keyPaths: [String]? = nil, configuration: Realm.Configuration? = nil
    ) {
      self.init(ViewQuestion(filter.map { .init($0) }, order: sortDescriptors, keyPaths, configuration)) {
        $0.sectioned(by: sectionBlock, sortDescriptors: $1)
      }
    }

    /// The condition, if it is a closure. Assigning replaces the current condition, whatever its form; nil removes it.
    public var `where`: ((Query<ResultType>) -> Query<Bool>)? {
      get { storage.query.condition?.isIncluded }
      nonmutating set { storage.query.condition = newValue.map { ViewQuestion.Condition($0) } }
    }
  }
#endif
