import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

/// Objects of three types with links of every form, whose delete rules are random: single links, lists with repeated elements, sets, maps
/// with nil, embedded objects with links, and values of any type. Objects are known by numbers that are unique in all types.
struct DeletionGraph {
  static let types = ["A", "B", "C"]

  /// A property that links to objects of one type.
  struct Link {
    let name: String
    let collection: CollectionKind
    let target: Int
    let rules: [EntityRule]

    var cascades: Bool { rules.contains(.holderDeleted(name, .cascade)) }
    var denies: Bool { rules.contains(.holderDeleted(name, .deny)) }
    var goesWithTarget: Bool { rules.contains(.targetDeleted(name, .cascade)) }
    var protectsTarget: Bool { rules.contains(.targetDeleted(name, .deny)) }
  }

  /// An embedded object, whose number is greater than those of all objects.
  struct Part {
    let id: Int
    let target: Int?
  }

  /// The links of each type, and the link of an embedded object.
  let links: [[Link]]
  let embedded: Link
  /// The type of each object.
  let objects: [Int]
  /// The targets of each object by property; nil is an entry of a map without an object.
  private var targets: [[String: [Int?]]] = []
  /// The embedded objects of each object.
  private var parts: [[Part]] = []
  /// The targets of values of any type: of a single one, and of a list.
  private var any: [Int?] = []
  private var anyList: [[Int]] = []

  init(_ random: inout SeededGenerator) {
    func rules(_ name: String, mayDeny: Bool, _ random: inout SeededGenerator) -> [EntityRule] {
      var rules: [EntityRule] = []
      if random.once(in: 4) { rules.append(.holderDeleted(name, mayDeny && random.once(in: 2) ? .deny : .cascade)) }
      if random.once(in: 4) { rules.append(.targetDeleted(name, random.once(in: 2) ? .cascade : .deny)) }
      return rules
    }
    let forms: [(String, CollectionKind)] = [("one", .none), ("two", .none), ("list", .list), ("group", .set), ("map", .map)]
    links = (0..<3).map { _ in
      forms.map { name, collection in
        Link(name: name, collection: collection, target: random.below(3), rules: rules(name, mayDeny: true, &random))
      }
    }
    embedded = Link(name: "link", collection: .none, target: random.below(3), rules: rules("link", mayDeny: false, &random))
    let count = 3 + random.below(12)
    objects = (0..<count).map { _ in random.below(3) }
    var lastId = count
    for object in 0..<count {
      var found: [String: [Int?]] = [:]
      for link in links[objects[object]] {
        let others = objects.indices.filter { objects[$0] == link.target }
        guard !others.isEmpty, random.once(in: 2) else { continue }
        switch link.collection {
        case .none, .linkingObjects: found[link.name] = [random.pick(others)]
        case .list: found[link.name] = (0..<(1 + random.below(3))).map { _ in random.pick(others) }
        case .set: found[link.name] = Set((0..<(1 + random.below(3))).map { _ in random.pick(others) }).sorted()
        case .map: found[link.name] = (0..<(1 + random.below(3))).map { _ in random.once(in: 3) ? nil : random.pick(others) }
        }
      }
      targets.append(found)
      let linked = objects.indices.filter { objects[$0] == embedded.target }
      let made = (0..<(random.once(in: 2) ? 0 : random.below(3))).map { _ in
        lastId += 1
        return Part(id: lastId, target: linked.isEmpty || random.once(in: 3) ? nil : random.pick(linked))
      }
      parts.append(made)
      any.append(random.once(in: 3) ? random.below(count) : nil)
      anyList.append(random.once(in: 4) ? (0..<random.below(3)).map { _ in random.below(count) } : [])
    }
  }

  /// The schema, with its types in an order.
  func model(_ order: [Int]) -> SchemaModel {
    var part = EntityModel(name: "Part", kind: .embedded, properties: [PropertyModel(name: "id", type: .int), property(embedded)])
    part.rules = EntityRule.sorted(embedded.rules)
    let entities = order.map { type in
      var entity = EntityModel(
        name: DeletionGraph.types[type],
        properties: [PropertyModel(name: "id", type: .int)] + links[type].map(property) + [
          PropertyModel(name: "parts", type: .object, collection: .list, target: "Part"), PropertyModel(name: "any", type: .any),
          PropertyModel(name: "anyList", type: .any, collection: .list),
        ])
      entity.rules = EntityRule.sorted(links[type].flatMap(\.rules))
      return entity
    }
    return SchemaModel(name: "Graph", version: 1, entities: order[0] % 2 == 0 ? [part] + entities : entities + [part])
  }

  private func property(_ link: Link) -> PropertyModel {
    // A link to one object and the values of a map may be nil.
    PropertyModel(
      name: link.name, type: .object, collection: link.collection, isOptional: link.collection == .none || link.collection == .map,
      target: DeletionGraph.types[link.target])
  }

  /// Stores the objects.
  func fill(_ realm: Realm) throws {
    try realm.write {
      let made = objects.indices.map { realm.dynamicCreate(DeletionGraph.types[objects[$0]], value: ["id": $0]) }
      for (index, object) in made.enumerated() {
        for link in links[objects[index]] {
          guard let found = targets[index][link.name] else { continue }
          switch link.collection {
          case .none, .linkingObjects: object[link.name] = found[0].map { made[$0] }
          case .list, .set: object[link.name] = found.compactMap { $0.map { made[$0] } }
          case .map:
            var entries: [String: Any] = [:]
            for (place, target) in found.enumerated() { entries["key \(place)"] = target.map { made[$0] as Any } ?? NSNull() as Any }
            object[link.name] = entries
          }
        }
        object["parts"] = parts[index].map { part in
          ["id": part.id, "link": part.target.map { made[$0] as Any } ?? NSNull() as Any] as [String: Any]
        }
        object["any"] = any[index].map { made[$0] }
        object["anyList"] = anyList[index].map { made[$0] }
      }
    }
  }

  // MARK: - The model

  /// The objects and parts that the deletion of some objects deletes; nil if a rule refuses it.
  func deleted(_ given: Set<Int>) -> Set<Int>? {
    var gone = given
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (source, link, target) in edges {
        if link?.cascades ?? true, gone.contains(source), gone.insert(target).inserted { isComplete = false }
        if link?.goesWithTarget ?? false, gone.contains(target), gone.insert(source).inserted { isComplete = false }
      }
    }
    for case (let source, let link?, let target) in edges where gone.contains(source) != gone.contains(target) {
      if link.denies, gone.contains(source) { return nil }
      if link.protectsTarget, gone.contains(target) { return nil }
    }
    return gone
  }

  // The links that rules concern, and those to embedded objects, which are always deleted with their owner, without a property.
  private var edges: [(source: Int, link: Link?, target: Int)] {
    var edges: [(source: Int, link: Link?, target: Int)] = []
    for index in objects.indices {
      for link in links[objects[index]] {
        for case let target? in targets[index][link.name] ?? [] { edges.append((index, link, target)) }
      }
      for part in parts[index] {
        edges.append((index, nil, part.id))
        if let target = part.target { edges.append((part.id, embedded, target)) }
      }
    }
    return edges
  }

  /// Each object that remains without some objects and parts, with all that it contains, as text.
  func contents(without gone: Set<Int>) -> Set<String> {
    func name(_ target: Int?) -> Int { target.flatMap { gone.contains($0) ? nil : $0 } ?? -1 }
    return Set(
      objects.indices.filter { !gone.contains($0) }.map { index in
        var words = ["\(index)"]
        for link in links[objects[index]] {
          let found = targets[index][link.name] ?? []
          switch link.collection {
          case .none, .linkingObjects: words.append("\(link.name) \(name(found.first ?? nil))")
          case .map: words.append("\(link.name) \(found.map(name))")
          case .list, .set: words.append("\(link.name) \(found.compactMap { $0 }.filter { !gone.contains($0) })")
          }
        }
        words.append("parts \(parts[index].filter { !gone.contains($0.id) }.map { [$0.id, name($0.target)] })")
        words.append("any \(name(any[index]))")
        words.append("anyList \(anyList[index].filter { !gone.contains($0) })")
        return words.joined(separator: ", ")
      })
  }

  /// Each object of a Realm, with all that it contains, as text.
  func contents(_ realm: Realm) -> Set<String> {
    func id(_ object: Any?) -> Int { untyped(object)?["id"] as? Int ?? -1 }
    func idOfAny(_ value: AnyRealmValue) -> Int { if case .object(let object) = value { id(object) } else { -1 } }
    var contents: Set<String> = []
    for (type, name) in DeletionGraph.types.enumerated() {
      for object in realm.dynamicObjects(name) {
        var words = ["\(id(object))"]
        for link in links[type] {
          switch link.collection {
          case .none, .linkingObjects: words.append("\(link.name) \(id(object[link.name]))")
          case .list: words.append("\(link.name) \((object[link.name] as? List<DynamicObject>)?.map { id($0) } ?? [])")
          case .set: words.append("\(link.name) \((object[link.name] as? MutableSet<DynamicObject>)?.map { id($0) }.sorted() ?? [])")
          case .map:
            let map = object[link.name] as? Map<String, DynamicObject?>
            words.append("\(link.name) \(map?.keys.sorted().map { id(map?[$0] ?? nil) } ?? [])")
          }
        }
        words.append("parts \((object["parts"] as? List<DynamicObject>)?.map { [id($0), id($0["link"])] } ?? [])")
        words.append("any \(id(object["any"]))")
        words.append("anyList \((object["anyList"] as? List<AnyRealmValue>)?.map { idOfAny($0) } ?? [])")
        contents.insert(words.joined(separator: ", "))
      }
    }
    return contents
  }

  /// The numbers of all embedded objects of a Realm.
  func parts(_ realm: Realm) -> Set<Int> { Set(realm.dynamicObjects("Part").compactMap { $0["id"] as? Int }) }
}
