import AshlarSchema
import AshlarStore

/// A path bound to columns: steps through links, collections and linking objects, and a last column.
struct PropertyPath {
  enum Step {
    /// A to-one link.
    case link(column: Int, target: Int)
    /// Any object of a list, set or map.
    case elements(column: Int, element: ElementLayout, target: Int)
    /// The object that a map has for a key, or a list at a position.
    case entry(column: Int, element: ElementLayout, place: ElementPlace, target: Int)
    /// Any of the objects that link here.
    case origins(LinkColumn)
  }

  /// What of a collection at the end is meant.
  enum Selection {
    case values
    case keys
    case one(ElementPlace)

    // Nil for a name, which is the next step.
    init?(_ part: PathPart) {
      switch part {
      case .name, .many: return nil
      case .values: self = .values
      case .keys: self = .keys
      case .key, .index, .last:
        guard let place = ElementPlace(part) else { return nil }
        self = .one(place)
      }
    }
  }

  private(set) var steps: [Step]
  /// The entity that has the last column.
  let entity: _Entity
  /// The last column's ordinal.
  let column: Int
  let property: PropertyModel
  let selection: Selection
  /// Where in a value of any type the values at the end lie.
  let inner: [PathPart]

  var layout: ColumnLayout? { property.collection == .linkingObjects ? nil : entity.layout.columns[column] }

  /// The type of the values at the end.
  var valueType: ValueType {
    if case .keys = selection { .string } else { property.type }
  }

  /// Whether there may be several values at the end.
  var isCollection: Bool {
    if case .one = selection { false } else { property.collection != .none }
  }

  /// How many parts a path has at most.
  static let longest = 200

  /// Binds a path to columns; `fail` says why it cannot be done.
  init(_ path: [PathPart], _ root: _Entity, _ core: _RealmCore, fail: (String) -> Never) {
    var bound: PropertyPath?
    unspecialized { bound = PropertyPath(binding: path, root, core, fail: fail) }
    guard let bound else { fatalError("'unspecialized' calls its body") }
    self = bound
  }

  @inline(never)
  private init(binding path: [PathPart], _ root: _Entity, _ core: _RealmCore, fail: (String) -> Never) {
    var steps: [Step] = []
    var entity = root
    var rest = path[...]
    if path.count > PropertyPath.longest { fail("it has more than \(PropertyPath.longest) parts") }
    while true {
      guard let name = rest.popFirst()?.name else { fail(path.isEmpty ? "it is empty" : "it has no property in front of a key") }
      guard let (ordinal, property) = core.property(named: name, of: entity) else {
        fail(UsageError.unknownProperty(name: name, type: entity.model.name).description)
      }
      var selection = Selection.values
      // The elements of lists of any values may be chosen themselves, or what is in each of them.
      let isChosen = property.collection == .list ? rest.first?.isPosition == true : property.type != .any || property.collection == .map
      if isChosen, let chosen = rest.first.flatMap(Selection.init) {
        guard property.collection == .map || property.collection == .list else {
          fail("'\(entity.model.name).\(name)' is neither a map nor a list, so it has no keys or positions")
        }
        if property.collection == .map, rest.first?.isPosition == true { fail("keys of the map '\(entity.model.name).\(name)' are text") }
        selection = chosen
        rest.removeFirst()
      }
      var inner: [PathPart] = []
      while property.type == .any, let part = rest.first, part.isInner { inner.append(rest.removeFirst()) }
      if rest.isEmpty {
        self.inner = inner
        self.steps = steps
        self.entity = entity
        column = ordinal
        self.property = property
        self.selection = selection
        return
      }
      guard property.type == .object || property.collection == .linkingObjects, let target = core.target(entity, ordinal) else {
        fail("'\(entity.model.name).\(name)' is not a link, so the path cannot continue")
      }
      if property.collection == .linkingObjects {
        guard let link = core.origin(entity, ordinal) else { fail("'\(entity.model.name).\(name)' has no origin in this Realm") }
        steps.append(.origins(link))
      } else if let element = entity.layout.columns[ordinal].element {
        switch selection {
        case .values: steps.append(.elements(column: ordinal, element: element, target: target.ordinal))
        case .one(let place): steps.append(.entry(column: ordinal, element: element, place: place, target: target.ordinal))
        case .keys: fail("keys are text, so the path cannot continue")
        }
      } else {
        steps.append(.link(column: ordinal, target: target.ordinal))
      }
      entity = target
    }
  }

  /// Whether the values lie in a value of any type.
  var hasInner: Bool { !inner.isEmpty }

  /// Whether the last column gives any number of values, none for nil in place of the object that has it.
  var endsInSeveral: Bool { isCollection || inner.contains(.values) }

  /// Whether the path is one column of the object itself.
  var isDirect: Bool { steps.isEmpty }

  /// For linking objects at the end, the path that leads through them, and the entity of these objects; else nil.
  func throughOrigins(_ core: _RealmCore) -> (path: PropertyPath, source: _Entity)? {
    guard property.collection == .linkingObjects, let link = core.origin(entity, column), let source = core.entity(link.source) else {
      return nil
    }
    var path = self
    path.steps.append(.origins(link))
    return (path, source)
  }

  /// The same column, of the objects that have it.
  var withoutSteps: PropertyPath {
    var path = self
    path.steps = []
    return path
  }
}

extension PropertyPath.Step {
  /// Whether it may lead to several objects.
  var isMany: Bool {
    switch self {
    case .link, .entry: false
    case .elements, .origins: true
    }
  }
}
