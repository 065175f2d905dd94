import Ashlar

/// The rows of graph.yaml's types, by table and key: for each link that a history uses, the keys of its targets in order.
struct GraphRows: Equatable {
  var tables: [[Int: [String: [Int]]]]

  init(_ realm: Realm, _ links: [LinkProperty]) {
    tables = LinkProperty.tables.indices.map { table in
      var rows: [Int: [String: [Int]]] = [:]
      for object in realm.dynamicObjects(LinkProperty.tables[table]) {
        guard let id = object["id"] as? Int else { continue }
        rows[id] = [:]
        for link in links where link.source == table {
          let targets: [Int] =
            if link.isList {
              object.dynamicList(link.name).compactMap { $0["id"] as? Int }
            } else {
              (object[link.name] as? ObjectBase).flatMap { $0["id"] as? Int }.map { [$0] } ?? []
            }
          if !targets.isEmpty { rows[id]?[link.name] = targets }
        }
      }
      return rows
    }
  }

  init(_ database: Database, _ links: [LinkProperty]) throws {
    tables = []
    for table in LinkProperty.tables {
      var rows: [Int: [String: [Int]]] = [:]
      for row in try database.run("SELECT id FROM \(table)") { rows[GraphRows.key(row[0])] = [:] }
      tables.append(rows)
    }
    for link in links {
      let table = LinkProperty.tables[link.source]
      let pairs =
        link.isList
        ? try database.run("SELECT owner, target FROM \(link.elements) ORDER BY owner, position")
        : try database.run("SELECT id, \(link.name) FROM \(table) WHERE \(link.name) IS NOT NULL")
      for pair in pairs { tables[link.source][GraphRows.key(pair[0])]?[link.name, default: []].append(GraphRows.key(pair[1])) }
    }
  }

  private static func key(_ value: Value) -> Int {
    guard case .int(let key) = value else { fatalError("a column of keys contains \(value)") }
    return key
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

  private static func text(_ row: [String: [Int]]?) -> String {
    guard let row else { return "deleted it" }
    return "has " + row.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
