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
  private let inner: [PathPart]

  var layout: ColumnLayout? { property.collection == .linkingObjects ? nil : entity.layout.columns[column] }

  /// The type of the values at the end.
  var valueType: ValueType {
    if case .keys = selection { .string } else { property.type }
  }

  /// Whether there may be several values at the end.
  var isCollection: Bool {
    if case .one = selection { false } else { property.collection != .none }
  }

  /// Binds a path to columns; `fail` says why it cannot be done.
  init(_ path: [PathPart], _ root: _Entity, _ core: _RealmCore, fail: (String) -> Never) {
    var steps: [Step] = []
    var entity = root
    var rest = path[...]
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

  /// The same column, of the objects that have it.
  var withoutSteps: PropertyPath {
    var path = self
    path.steps = []
    return path
  }

  /// Calls `body` with each row at the end of the steps until it returns true, or with nil where a to-one link is null.
  /// Returns whether `body` did.
  func anyRow(_ row: RowAccess, _ core: _RealmCore, from step: Int = 0, _ body: (RowAccess?) -> Bool) -> Bool {
    guard step < steps.count else { return body(row) }
    // Null goes on to the end, unless a collection follows: that is then empty.
    func follow(_ link: Int64, _ target: Int) -> Bool {
      guard link != 0, let next = core.reading({ () throws(StoreError) in try core.session.locate(target, link - 1) }) else {
        return steps[(step + 1)...].contains(where: \.isMany) ? false : body(nil)
      }
      return anyRow(next, core, from: step + 1, body)
    }
    switch steps[step] {
    case .link(let column, let target):
      return follow((row.base + row.columns[column].offset + row.slot * 8).load(as: Int64.self), target)
    case .elements(let column, let element, let target):
      let elements = StoredElements(row, column, element, .object, core)
      return (0..<elements.count).contains { follow(elements.link($0), target) }
    case .entry(let column, let element, let place, let target):
      let elements = StoredElements(row, column, element, .object, core)
      return follow(elements.index(of: place).map(elements.link) ?? 0, target)
    case .origins(let link):
      // An object that links here several times is there as often.
      for (key, count) in core.reading({ try core.session.sources(link, of: row.key) }) {
        guard let next = core.reading({ () throws(StoreError) in try core.session.locate(link.source, key) }) else { continue }
        for _ in 0..<count where anyRow(next, core, from: step + 1, body) { return true }
      }
      return false
    }
  }

  /// The value of the last column, which holds one value.
  func value(_ row: RowAccess) -> CellValue {
    let layout = entity.layout.columns[column]
    let offset = row.columns[column]
    return CellValue(
      layout, row.base + offset.offset + row.slot * layout.width,
      null: layout.hasNullFlag ? row.base + offset.null + row.slot : nil, home: row.home)
  }

  /// The values of the last column: one, or those of a collection. Null where there is no row, or no such key.
  func anyValue(_ row: RowAccess?, _ core: _RealmCore, _ body: (CellValue) -> Bool) -> Bool {
    guard let row else { return endsInSeveral ? false : body(.null) }
    if !inner.isEmpty { return anyOuterValue(row, core) { $0.anyInner(inner[...], body) } }
    return anyOuterValue(row, core, body)
  }

  private func anyOuterValue(_ row: RowAccess, _ core: _RealmCore, _ body: (CellValue) -> Bool) -> Bool {
    guard let element = layout?.element else { return body(value(row)) }
    let elements = StoredElements(row, column, element, property.type, core)
    switch selection {
    case .values: return (0..<elements.count).contains { body(elements.value($0)) }
    case .keys: return (0..<elements.count).contains { body(.text(elements.key($0))) }
    case .one(let place): return body(elements.index(of: place).map(elements.value) ?? .null)
    }
  }

  /// Whether the collection at the end has as many elements as there are tests, and each of them passes its own.
  func hasElements(_ row: RowAccess?, _ tests: [ValueTest], _ core: _RealmCore) -> Bool {
    guard let row, let element = layout?.element else { return false }
    let elements = StoredElements(row, column, element, property.type, core)
    return elements.count == tests.count && tests.indices.allSatisfy { tests[$0].matches(elements.value($0)) }
  }

  /// How many elements the collection at the end has.
  func count(_ row: RowAccess, _ core: _RealmCore) -> Int {
    if property.collection == .linkingObjects {
      guard let link = core.origin(entity, column) else { return 0 }
      return core.reading { try core.session.sources(link, of: row.key) }.reduce(0) { $0 + $1.count }
    }
    guard let element = layout?.element else { return 0 }
    return StoredElements(row, column, element, property.type, core).count
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
