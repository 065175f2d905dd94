import Ashlar

/// The rows of graph.yaml's types, by table and key: for each link that a history uses, the keys of its targets. Those of a list are in its
/// order, those of a set ascend, and those of a map are in the order of its keys, with nil for an entry without an object. The numbers of
/// embedded objects are under `parts`, and the targets of their links under this name and that of the link.
struct GraphRows: Equatable {
  static let parts = "parts"

  var tables: [[Int: [String: [Int?]]]]

  init(_ realm: Realm, _ links: [LinkProperty], _ partLinks: [PartLink]) {
    tables = LinkProperty.tables.indices.map { table in
      var rows: [Int: [String: [Int?]]] = [:]
      for object in realm.dynamicObjects(LinkProperty.tables[table]) {
        guard let id = object["id"] as? Int else { continue }
        rows[id] = [:]
        for link in links where link.source == table {
          let targets = GraphRows.targets(link, of: object)
          if !targets.isEmpty { rows[id]?[link.name] = targets }
        }
        let parts = Array(object.dynamicList(GraphRows.parts))
        if parts.isEmpty { continue }
        rows[id]?[GraphRows.parts] = parts.map { $0["id"] as? Int }
        for link in partLinks {
          rows[id]?["\(GraphRows.parts) \(link.name)"] = parts.map { part in (part[link.name] as? ObjectBase)?["id"] as? Int }
        }
      }
      return rows
    }
  }

  private static func targets(_ link: LinkProperty, of object: DynamicObject) -> [Int?] {
    switch link.form {
    case .one: return (object[link.name] as? ObjectBase).map { [$0["id"] as? Int] } ?? []
    case .list: return object.dynamicList(link.name).map { $0["id"] as? Int }
    case .set: return object.dynamicMutableSet(link.name).compactMap { $0["id"] as? Int }.sorted()
    case .map:
      let map: Map<String, DynamicObject?> = object.dynamicMap(link.name)
      return map.keys.sorted().map { key in (map[key] ?? nil)?["id"] as? Int }
    }
  }

  init(_ database: Database, _ links: [LinkProperty], _ partLinks: [PartLink]) throws {
    tables = []
    for table in LinkProperty.tables {
      var rows: [Int: [String: [Int?]]] = [:]
      for row in try database.run("SELECT id FROM \(table)") { if let key = GraphRows.key(row[0]) { rows[key] = [:] } }
      tables.append(rows)
    }
    for link in links {
      let table = LinkProperty.tables[link.source]
      let pairs =
        switch link.form {
        case .one: try database.run("SELECT id, \(link.name) FROM \(table) WHERE \(link.name) IS NOT NULL")
        case .list, .map: try database.run("SELECT owner, target FROM \(link.elements) ORDER BY owner, position")
        case .set: try database.run("SELECT owner, target FROM \(link.elements) ORDER BY owner, target")
        }
      for pair in pairs {
        guard let owner = GraphRows.key(pair[0]) else { continue }
        tables[link.source][owner]?[link.name, default: []].append(GraphRows.key(pair[1]))
      }
    }
    let names = [GraphRows.parts] + partLinks.map { "\(GraphRows.parts) \($0.name)" }
    let columns = (["owner", "id"] + partLinks.map(\.name)).joined(separator: ", ")
    for table in LinkProperty.tables.indices {
      for row in try database.run("SELECT \(columns) FROM \(PartLink.table(table)) ORDER BY owner, position") {
        guard let owner = GraphRows.key(row[0]) else { continue }
        for (name, value) in zip(names, row.dropFirst()) { tables[table][owner]?[name, default: []].append(GraphRows.key(value)) }
      }
    }
  }

  private static func key(_ value: Value) -> Int? {
    switch value {
    case .int(let key): return key
    case .null: return nil
    case .real, .text, .bytes, .link: fatalError("a column of keys contains \(value)")
    }
  }

  /// The keys of a table.
  func keys(_ table: Int) -> [Int] { tables[table].keys.sorted() }

  /// Returns the differences from the other rows, one line each.
  func differences(_ other: GraphRows) -> [String] {
    LinkProperty.tables.indices.flatMap { table in
      Set(tables[table].keys).union(other.tables[table].keys).sorted().compactMap { key in
        let (one, two) = (tables[table][key], other.tables[table][key])
        guard one != two else { return nil }
        return "\(LinkProperty.tables[table]) \(key): Ashlar \(GraphRows.text(one)), SQLite \(GraphRows.text(two))"
      }
    }
  }

  private static func text(_ row: [String: [Int?]]?) -> String {
    guard let row else { return "deleted it" }
    let links = row.sorted { $0.key < $1.key }.map { name, targets in
      "\(name) [\(targets.map { $0.map { "\($0)" } ?? "nil" }.joined(separator: ", "))]"
    }
    return "has " + links.joined(separator: ", ")
  }
}
