/// A link of the embedded objects that each type of graph.yaml has in a list.
struct PartLink {
  static let all: [PartLink] = LinkProperty.tables.indices.flatMap { target in
    LinkProperty.Effect.allCases.map { PartLink(target: target, effect: $0) }
  }

  /// The table of the targets, by its place in `LinkProperty.tables`.
  var target: Int
  var effect: LinkProperty.Effect

  var name: String { effect.rawValue + LinkProperty.tables[target] }

  /// The name of the table with the embedded objects of a type, which has the columns `id`, `owner`, `position`, and one for each link.
  static func table(_ owner: Int) -> String { "\(LinkProperty.tables[owner])_parts" }

  /// Returns the statements after those that create the three tables. Embedded objects are rows, which are deleted with their owner.
  static func statements(_ owner: Int, _ links: [PartLink]) -> [String] {
    let columns = links.map { LinkProperty(source: owner, target: $0.target, effect: $0.effect, form: .one).column }
    let key = "owner INTEGER REFERENCES \(LinkProperty.tables[owner]) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"
    let all = ["id INTEGER PRIMARY KEY", key, "position INTEGER"] + columns
    return ["CREATE TABLE \(table(owner)) (\(all.joined(separator: ", ")))"]
      + links.filter { $0.effect == .own }.map { link in
        "CREATE TRIGGER after_\(table(owner))_\(link.name) AFTER DELETE ON \(table(owner)) BEGIN "
          + "DELETE FROM \(LinkProperty.tables[link.target]) WHERE id = OLD.\(link.name); END"
      }
  }
}
