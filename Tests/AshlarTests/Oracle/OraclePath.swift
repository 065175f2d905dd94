import AshlarSchema
import TestSupport

@testable import Ashlar

/// A path of a condition: as text, as parts of a query, and followed over plain rows.
struct OraclePath {
  private enum Step {
    case link(String)
    case elements(PropertyModel)
    case entry(PropertyModel, key: String)
  }

  enum End {
    case value
    /// Elements of a collection.
    case elements
    case keys
    case entry(String)
    /// An element of a list.
    case position(Int)
    /// A value inside of one of any type.
    case inner([PathPart])
  }

  private var steps: [Step] = []
  private(set) var property: PropertyModel
  private(set) var end: End

  /// Whether there may be several values.
  var isMany: Bool { hasManySteps || endIsMany }
  private var hasManySteps: Bool { steps.contains { if case .elements = $0 { true } else { false } } }
  private var endIsMany: Bool {
    switch end {
    case .value, .entry, .position: false
    case .elements, .keys: true
    case .inner(let parts): parts.contains(.values)
    }
  }

  var type: ValueType { if case .keys = end { .string } else { property.type } }
  /// Whether a condition may ask for nil.
  var mayBeNil: Bool {
    if case .keys = end { return isMany }
    if case .entry = end { return true }
    if case .position = end { return true }
    return property.isOptional || property.type == .any || !steps.isEmpty || isMany
  }

  private init(_ property: PropertyModel, _ end: End) { (self.property, self.end) = (property, end) }

  private static func steps(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator) -> ([Step], String) {
    var (type, steps): (String, [Step]) = (type, [])
    while steps.count < 2, generator.chance(35) {
      let properties = world.entity(type).properties.filter { $0.type == .object }
      let property = generator.pick(properties)
      switch property.collection {
      case .none: steps.append(.link(property.name))
      case .map where generator.chance(50): steps.append(.entry(property, key: generator.pick(OracleWorld.keys)))
      default: steps.append(.elements(property))
      }
      type = property.target ?? type
    }
    return (steps, type)
  }

  /// A path to values of any kind but objects.
  static func values(_ world: OracleWorld, _ root: String, _ generator: inout SeededGenerator, onlyOne: Bool = false) -> OraclePath {
    while true {
      let (steps, type) = steps(world, root, &generator)
      let property = generator.pick(world.entity(type).properties.filter { $0.type != .object })
      var path: OraclePath
      switch property.collection {
      case .none where property.type == .any && generator.chance(30):
        path = OraclePath(
          property,
          .inner(generator.pick([[.index(0)], [.index(1)], [.key("k")], [.values], [.key("k"), .index(0)], [.values, .key("l")]])))
      case .none: path = OraclePath(property, .value)
      case .map where generator.chance(40): path = OraclePath(property, .entry(generator.pick(OracleWorld.keys)))
      case .map where generator.chance(30): path = OraclePath(property, .keys)
      case .list where generator.chance(30): path = OraclePath(property, .position(generator.below(3)))
      default: path = OraclePath(property, .elements)
      }
      path.steps = steps
      if !onlyOne || !path.isMany { return path }
    }
  }

  /// A path to a collection of objects or values.
  static func collection(
    _ world: OracleWorld, _ root: String, _ generator: inout SeededGenerator, ofObjects: Bool? = nil
  ) -> OraclePath {
    let (steps, type) = steps(world, root, &generator)
    let found = world.entity(type).properties.filter { property in
      property.collection != .none && (ofObjects == nil || (property.type == .object) == ofObjects)
    }
    var path = OraclePath(generator.pick(found), .elements)
    path.steps = steps
    return path
  }

  /// A path to an object, or to several.
  static func objects(_ world: OracleWorld, _ root: String, _ generator: inout SeededGenerator) -> OraclePath {
    let (steps, type) = steps(world, root, &generator)
    let property = generator.pick(world.entity(type).properties.filter { $0.type == .object })
    var path = OraclePath(property, property.collection == .none ? .value : .elements)
    if property.collection == .map, generator.chance(40) { path.end = .entry(generator.pick(OracleWorld.keys)) }
    path.steps = steps
    return path
  }

  // MARK: - As text and in queries

  /// Written with what comes before it, such as `$x.`.
  func text(_ prefix: String = "") -> String {
    let names = steps.map { step in
      switch step {
      case .link(let name): name
      case .elements(let property): property.name
      case .entry(let property, let key): "\(property.name)['\(key)']"
      }
    }
    let last: String
    switch end {
    case .value, .elements: last = property.name
    case .keys: last = "\(property.name).@allKeys"
    case .entry(let key): last = "\(property.name)['\(key)']"
    case .position(let position): last = "\(property.name)[\(position)]"
    case .inner(let parts):
      last = parts.reduce(property.name) { text, part in
        switch part {
        case .index(let index): "\(text)[\(index)]"
        case .key(let key): "\(text)['\(key)']"
        default: "\(text)[*]"
        }
      }
    }
    return prefix + (names + [last]).joined(separator: ".")
  }

  var parts: [PathPart] {
    let leading = steps.flatMap { step -> [PathPart] in
      switch step {
      case .link(let name): [.name(name)]
      case .elements(let property): [.many(property.name)]
      case .entry(let property, let key): [.many(property.name), .key(key)]
      }
    }
    switch end {
    case .value: return leading + [.name(property.name)]
    case .elements: return leading + [.many(property.name)]
    case .keys: return leading + [.many(property.name), .keys]
    case .entry(let key): return leading + [.many(property.name), .key(key)]
    case .position(let position): return leading + [.many(property.name), .index(position)]
    case .inner(let inner): return leading + [.name(property.name)] + inner
    }
  }

  // MARK: - Over rows

  /// The rows that have the last property; nil where a link on the way is nil and the value therefore is.
  private func ends(_ row: OracleWorld.Row, _ world: OracleWorld, ofObjects: Bool = false) -> [OracleWorld.Row?] {
    var found: [OracleWorld.Row?] = [row]
    for step in steps {
      found = found.flatMap { row -> [OracleWorld.Row?] in
        switch step {
        case .link(let name): return [world.row(row?.values[name])]
        case .entry(let property, let key):
          guard case .map(let entries)? = row?.values[property.name] else { return [nil] }
          return [world.row(entries[key])]
        case .elements(let property):
          let elements = row.map { world.elements($0, property).map { world.row($0) } } ?? []
          return ofObjects ? elements.filter { $0 != nil } : elements
        }
      }
    }
    return found
  }

  /// How many elements the collection at the end has, of each object of the collection before; 0 where a link from that is nil. Nil values
  /// of maps are no objects.
  func counts(_ row: OracleWorld.Row, _ world: OracleWorld) -> [Int] {
    ends(row, world, ofObjects: true).map { $0.map { world.elements($0, property).count } ?? 0 }
  }

  /// The values at the end.
  func values(_ row: OracleWorld.Row, _ world: OracleWorld) -> [OracleValue] {
    ends(row, world).flatMap { row -> [OracleValue] in
      let value = row.map { $0.values[property.name] ?? (property.name == "id" ? .int($0.id) : .null) }
      switch end {
      case .value: return [value ?? .null]
      case .entry(let key): if case .map(let entries)? = value { return [entries[key] ?? .null] } else { return [.null] }
      case .position(let position):
        if case .list(let values)? = value, position < values.count { return [values[position]] } else { return [.null] }
      case .keys: if case .map(let entries)? = value { return entries.keys.map { .text($0) } } else { return [] }
      case .elements: return row.map { world.elements($0, property) } ?? []
      case .inner(let parts):
        return parts.reduce([value ?? .null]) { values, part in
          values.flatMap { value -> [OracleValue] in
            switch (part, value) {
            case (.index(let index), .list(let values)): [index < values.count ? values[index] : .null]
            case (.key(let key), .map(let entries)): [entries[key] ?? .null]
            case (.values, .list(let values)): values
            case (.values, .map(let entries)): Array(entries.values)
            case (.values, _): []
            default: [.null]
            }
          }
        }
      }
    }
  }
}
