import AshlarSchema
import AshlarStore

/// A path bound to columns: steps through links, collections and linking objects, and a last column.
struct PropertyPath {
  enum Step {
    /// A to-one link.
    case link(column: Int, target: Int)
    /// Any object of a list, set or map.
    case elements(column: Int, element: ElementLayout, target: Int)
    /// The object at a key of a map or at a position of a list.
    case entry(column: Int, element: ElementLayout, place: ElementPlace, target: Int)
    /// Any of the objects that link to the object.
    case origins(LinkColumn)
  }

  /// The selected elements of a collection at the end of the path.
  enum Selection {
    case values
    case keys
    case one(ElementPlace)

    // Returns nil for a name, which begins the next step.
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
  /// The entity of the last column.
  let entity: _Entity
  /// The ordinal of the last column.
  let column: Int
  let property: PropertyModel
  let selection: Selection
  /// The path inside the `AnyRealmValue` at the end.
  let inner: [PathPart]

  var layout: ColumnLayout? { property.collection == .linkingObjects ? nil : entity.layout.columns[column] }

  /// The type of the values at the end.
  var valueType: ValueType {
    if case .keys = selection { .string } else { property.type }
  }

  /// Whether the path ends at a collection without selecting a single element.
  var isCollection: Bool {
    if case .one = selection { false } else { property.collection != .none }
  }

  /// The maximum number of parts of a path.
  static let longest = 200

  /// Binds a path to columns. Calls `fail` with the reason if the path is invalid.
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
        fail(UsageError.notFound(name, in: entity.model.name))
      }
      var selection = Selection.values
      // After a list of `AnyRealmValue`s, the next part is either a position in the list or the beginning of a path inside each element.
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

  /// Whether the path continues inside an `AnyRealmValue`.
  var hasInner: Bool { !inner.isEmpty }

  /// Whether an object at the end of the path may have any number of values. If so, a null link yields no value; otherwise, it yields null.
  var endsInSeveral: Bool { isCollection || inner.contains(.values) }

  /// Whether the last column is a column of the object itself.
  var isDirect: Bool { steps.isEmpty }

  /// If the path ends in linking objects, returns the path extended to these objects, and their entity; otherwise nil.
  func throughOrigins(_ core: _RealmCore) -> (path: PropertyPath, source: _Entity)? {
    guard property.collection == .linkingObjects, let link = core.origin(entity, column), let source = core.entity(link.source) else {
      return nil
    }
    var path = self
    path.steps.append(.origins(link))
    return (path, source)
  }

  /// The path from an object of `entity` to the last column.
  var withoutSteps: PropertyPath {
    var path = self
    path.steps = []
    return path
  }
}

extension PropertyPath.Step {
  /// Whether the step may lead to several objects.
  var isMany: Bool {
    switch self {
    case .link, .entry: false
    case .elements, .origins: true
    }
  }
}
