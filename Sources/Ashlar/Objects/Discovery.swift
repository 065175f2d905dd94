import AshlarSchema
import AshlarStore
import CAshlar

/// Inspects a handwritten class on its first use. Discovery creates one accessor, and compares the source locations and types of its
/// wrappers with the schema. While the accessor is created, the initializers of the wrappers register their initial values, which only the
/// Swift compiler knows.
public nonisolated enum _Discovery {
  /// The initial value that a wrapper registered.
  struct Note {
    let place: UInt32
    let file: StaticString
    /// Evaluates the initial value and stores it.
    let storing: (ObjectBase, Int) -> Void
  }

  /// One run of the discovery. A run that begins during another one on the same thread has a separate `Look`, whose `outer` is the `Look`
  /// of the other run.
  final class Look {
    let entity: _Entity
    let outer: Look?
    var notes: [Note] = []

    init(_ entity: _Entity, outer: Look?) { (self.entity, self.outer) = (entity, outer) }
  }

  static var current: Look? {
    ashlar_get_discovery().map { Unmanaged<Look>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Registers an initial value with the discovery that this thread runs; has no effect if it runs none. The initializer of a wrapper with
  /// an initial value calls this function while any thread runs a discovery.
  public static func note<Value: _Persistable>(_ value: @escaping () -> Value, _ file: StaticString, _ place: UInt32) {
    current?.notes.append(Note(place: place, file: file) { Value._write($0, $1, value()) })
  }

  /// Inspects a class, and returns closures that store the initial values that the schema cannot represent. Stops the program if the class
  /// and its schema differ.
  ///
  /// No lock is held, because creating the accessor runs code of the program: the initial values of properties that are not stored.
  static func look(at entity: _Entity, _ model: _HandwrittenClass) -> [(ObjectBase) -> Void] {
    let look = Look(entity, outer: current)
    ashlar_begin_discovery(Unmanaged.passUnretained(look).toOpaque())
    let wrappers = wrappers(entity, model)
    ashlar_end_discovery(look.outer.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    compare(wrappers, entity, model)
    return defaults(withExtendedLifetime(look) { $0.notes }, entity, model)
  }

  // Returns the wrappers of a new object, by property name. Not inlined, so that the object is deallocated before this function returns:
  // its deinitializer looks up the entity, which only the running discovery can provide.
  @inline(never) private static func wrappers(_ entity: _Entity, _ model: _HandwrittenClass) -> [String: DeclaredWrapper] {
    DeclaredWrapper.all(of: model.accessor?(entity.makeUnmanagedRow(), nil) ?? entity.type.init())
  }

  // Programs without reflection metadata have no wrappers to compare.
  private static func compare(_ wrappers: [String: DeclaredWrapper], _ entity: _Entity, _ model: _HandwrittenClass) {
    guard model.properties.count == entity.model.properties.count else { stale(model.name, "does not have the properties of its schema") }
    if wrappers.isEmpty { return }
    for (column, (said, property)) in zip(model.properties, entity.model.properties).enumerated() {
      let label = entity.label(column)
      guard let wrapper = wrappers[property.name], wrapper.place | 1 == said.place | 1 else {
        stale(label, "is no longer declared at \(said.file):\(said.line):\(said.column)")
      }
      guard wrapper.type == said.type else { stale(label, "has the type '\(wrapper.type)', and '\(said.type)' in the schema") }
    }
  }

  private static func defaults(_ notes: [Note], _ entity: _Entity, _ model: _HandwrittenClass) -> [(ObjectBase) -> Void] {
    var defaults: [(ObjectBase) -> Void] = []
    for (column, (said, property)) in zip(model.properties, entity.model.properties).enumerated() where property.collection == .none {
      if property.defaultValue == .code, let note = notes.first(where: { said.isPlace(of: $0) }) {
        defaults.append { note.storing($0, column) }
      } else if property.defaultValue == nil, let type = said.type as? any PersistableEnum.Type, property.enumName == nil {
        // The schema does not list the cases, so a closure stores the default, which is the first case.
        defaults.append(type.storingFirst(column))
      }
    }
    return defaults
  }

  private static func stale(_ name: String, _ difference: String) -> Never {
    misuse(.schema("'\(name)' \(difference). Build again: the schema was generated before the class was changed."))
  }
}

extension _HandwrittenProperty {
  /// Returns whether this property's wrapper registered the note. Initial values may create other objects, whose wrappers have different
  /// source locations.
  fileprivate func isPlace(of note: _Discovery.Note) -> Bool {
    note.place | 1 == place | 1 && "\(note.file)".hasSuffix("/\(file)")
  }
}

extension PersistableEnum {
  fileprivate static func storingFirst(_ column: Int) -> (ObjectBase) -> Void { { _write($0, column, _rlmDefaultValue()) } }
}
