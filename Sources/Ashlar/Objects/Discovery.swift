import AshlarSchema
import AshlarStore
import CAshlar

/// Looks once at each class written by hand: one accessor is made, whose wrappers have places and types, and while it is made their
/// initialisers tell their initial values. Only Swift knows these. They are compared with the schema.
public nonisolated enum _Discovery {
  /// What a wrapper with an initial value told.
  struct Note {
    let place: UInt32
    let file: StaticString
    /// Evaluates the initial value and stores it.
    let storing: (ObjectBase, Int) -> Void
  }

  /// The discovery that the calling thread is in. A class that is met while another is looked at has its own.
  final class Look {
    let entity: _Entity
    let outer: Look?
    var notes: [Note] = []

    init(_ entity: _Entity, outer: Look?) { (self.entity, self.outer) = (entity, outer) }
  }

  static var current: Look? {
    ashlar_get_discovery().map { Unmanaged<Look>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Called by each wrapper with an initial value that is made while any thread looks at a class.
  public static func note<Value: _Persistable>(_ value: @escaping () -> Value, _ file: StaticString, _ place: UInt32) {
    current?.notes.append(Note(place: place, file: file) { Value._write($0, $1, value()) })
  }

  /// The columns whose initial values are code, with what stores them. Stops the program where class and schema differ.
  ///
  /// No lock is held: initial values of properties that are not stored run here, as they do for every object.
  static func look(at entity: _Entity, _ model: _HandwrittenClass) -> [(ObjectBase) -> Void] {
    let look = Look(entity, outer: current)
    ashlar_begin_discovery(Unmanaged.passUnretained(look).toOpaque())
    let wrappers = wrappers(entity, model)
    ashlar_end_discovery(look.outer.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    compare(wrappers, entity, model)
    return defaults(withExtendedLifetime(look) { $0.notes }, entity, model)
  }

  // The object is gone when this returns: its end asks for the entity, which only the discovery knows yet.
  @inline(never) private static func wrappers(_ entity: _Entity, _ model: _HandwrittenClass) -> [String: DeclaredWrapper] {
    DeclaredWrapper.all(of: model.accessor?(entity.makeUnmanagedRow(), nil) ?? entity.type.init())
  }

  // Programs that are built without metadata for reflection have no wrappers to compare.
  private static func compare(_ wrappers: [String: DeclaredWrapper], _ entity: _Entity, _ model: _HandwrittenClass) {
    guard model.properties.count == entity.model.properties.count else { stale(model.name, "has other properties than its schema") }
    if wrappers.isEmpty { return }
    for (column, (said, property)) in zip(model.properties, entity.model.properties).enumerated() {
      let label = entity.label(column)
      guard let wrapper = wrappers[property.name], wrapper.place | 1 == said.place | 1 else {
        stale(label, "is not declared at \(said.file):\(said.line):\(said.column) any more")
      }
      guard wrapper.type == said.type else { stale(label, "is '\(wrapper.type)' and in the schema '\(said.type)'") }
    }
  }

  private static func defaults(_ notes: [Note], _ entity: _Entity, _ model: _HandwrittenClass) -> [(ObjectBase) -> Void] {
    var defaults: [(ObjectBase) -> Void] = []
    for (column, (said, property)) in zip(model.properties, entity.model.properties).enumerated() where property.collection == .none {
      if property.defaultValue == .code, let note = notes.first(where: { said.isPlace(of: $0) }) {
        defaults.append { note.storing($0, column) }
      } else if property.defaultValue == nil, let type = said.type as? any PersistableEnum.Type, property.enumName == nil {
        // The schema does not know which case is the first.
        defaults.append(type.storingFirst(column))
      }
    }
    return defaults
  }

  private static func stale(_ name: String, _ difference: String) -> Never {
    misuse(.schema("'\(name)' \(difference). Build again: the schema was made before the class was changed."))
  }
}

extension _HandwrittenProperty {
  /// Whether a wrapper is this property's. Wrappers of other objects, which initial values may make, lie elsewhere.
  fileprivate func isPlace(of note: _Discovery.Note) -> Bool {
    note.place | 1 == place | 1 && "\(note.file)".hasSuffix("/\(file)")
  }
}

extension PersistableEnum {
  fileprivate static func storingFirst(_ column: Int) -> (ObjectBase) -> Void { { _write($0, column, _rlmDefaultValue()) } }
}
