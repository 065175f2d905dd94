import AshlarSchema
import AshlarStore
import Synchronization

/// The origins of projected properties by class: generated, or read once for each class from the wrappers of an instance.
enum ProjectionTable {
  typealias Entry = (label: String, origin: AnyKeyPath)

  // Key paths are immutable.
  private struct Entries: @unchecked Sendable {
    let list: [Entry]
  }

  private static let known = Guarded<[ObjectIdentifier: Entries]>([:])
  /// The class that was checked last, cached because a loop usually creates views of one class.
  private static let last = Atomic<UInt>(0)

  /// Checks, for the first instance of a class, that each property shows a stored property. Complexity: O(1) for all further instances.
  static func check<P: ProjectionObservable>(_ projection: P) {
    let identifier = ObjectIdentifier(type(of: projection))
    guard last.load(ordering: .relaxed) != UInt(bitPattern: identifier) else { return }
    if known.withLock({ $0[identifier] }) == nil {
      let list = read(projection)
      for (label, origin) in list {
        guard let origin = origin as? PartialKeyPath<P.Root>, _name(for: origin).isEmpty else { continue }
        misuse(
          .value(
            "@Projected property '\(type(of: projection)).\(label)' must be a part of Realm object: its key path touches no stored "
              + "property of '\(P.Root._entity.model.name)'."))
      }
      known.withLock { $0[identifier] = Entries(list: list) }
    }
    last.store(UInt(bitPattern: identifier), ordering: .relaxed)
  }

  static func entries<P: ProjectionObservable>(of projection: P) -> [Entry] {
    known.withLock { $0[ObjectIdentifier(type(of: projection))] }?.list ?? []
  }

  /// Returns the entries of a class, even if no instance exists yet.
  static func entries<P: ProjectionObservable>(of type: P.Type) -> [Entry] {
    if let entries = known.withLock({ $0[ObjectIdentifier(type)] }) { return entries.list }
    let recorder = _Recorder()
    return withExtendedLifetime(recorder) { entries(of: P(projecting: recorder.make(P.Root.self))) }
  }

  private static func read<P: ProjectionObservable>(_ projection: P) -> [Entry] {
    let emitted = type(of: projection)._projected
    if !emitted.isEmpty { return emitted.map { ($0.label, $0.origin) } }
    // The class is handwritten, and generated code cannot refer to it if it is private. Therefore, the key paths are read from its
    // wrappers, and the names from its fields, which are reflected once.
    let start = UnsafeRawPointer(Unmanaged.passUnretained(projection).toOpaque())
    var entries: [Entry] = []
    withExtendedLifetime(projection) {
      ClassFields.forEach(of: type(of: projection)) { name, fieldType, offset in
        guard let wrapper = fieldType as? any ProjectedWrapper.Type else { return }
        entries.append((name.hasPrefix("_") ? String(name.dropFirst()) : name, wrapper.origin(at: start + offset)))
      }
    }
    return entries
  }

  /// Returns the text of a value in descriptions.
  static func text(_ value: Any) -> String {
    guard let value = flattened(value) else { return "nil" }
    return String(describing: value)
  }
}
