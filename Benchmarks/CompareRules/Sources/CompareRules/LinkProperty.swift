/// A property of graph.yaml that links to objects.
struct LinkProperty {
  enum Effect: String, CaseIterable {
    /// Links to a deleted object become nil, or leave the list or set.
    case plain
    /// The object is deleted with its target.
    case with
    /// The target cannot be deleted while the object remains.
    case deny
    /// The target is deleted with the object.
    case own
  }

  enum Form: String, CaseIterable {
    case one = ""
    case list = "List"
    case set = "Set"
    case map = "Map"
  }

  static let tables = ["Alpha", "Beta", "Gamma"]
  static let all: [LinkProperty] = tables.indices.flatMap { source in
    tables.indices.flatMap { target in
      Effect.allCases.flatMap { effect in
        Form.allCases.map { LinkProperty(source: source, target: target, effect: effect, form: $0) }
      }
    }
  }

  /// Tables by their place in `tables`.
  var source: Int
  var target: Int
  var effect: Effect
  var form: Form

  var name: String { effect.rawValue + form.rawValue + LinkProperty.tables[target] }

  /// The name of the table with the elements of collections, which has the columns `owner`, `position` and `target`. The position of an
  /// entry of a map is part of its key, and its target may be NULL.
  var elements: String { "\(LinkProperty.tables[source])_\(name)" }
}

extension LinkProperty {
  private static func reference(_ table: String, _ action: String) -> String {
    "REFERENCES \(table) ON DELETE \(action) DEFERRABLE INITIALLY DEFERRED"
  }

  /// The declaration of the column of a link to one object.
  var column: String {
    let action =
      switch effect {
      case .with: "CASCADE"
      case .deny: "NO ACTION"
      case .plain, .own: "SET NULL"
      }
    return "\(name) INTEGER \(LinkProperty.reference(LinkProperty.tables[target], action))"
  }

  /// The statements after those that create the three tables. SQL has foreign keys in one direction and no collections: a trigger deletes
  /// what an object owns, and elements are rows. A cascade deletes rows before the triggers of its cause are fired, so that elements which
  /// a trigger reads have no foreign key to this cause.
  var statements: [String] {
    let (source, target) = (LinkProperty.tables[source], LinkProperty.tables[target])
    if form == .one {
      if effect != .own { return [] }
      return ["CREATE TRIGGER after_\(elements) AFTER DELETE ON \(source) BEGIN DELETE FROM \(target) WHERE id = OLD.\(name); END"]
    }
    // An entry of a map remains without its object.
    let leaving = form == .map ? "SET NULL" : "CASCADE"
    let owner = "owner INTEGER \(LinkProperty.reference(source, "CASCADE"))"
    func table(_ owner: String, _ action: String?) -> String {
      let reference = action.map { " \(LinkProperty.reference(target, $0))" } ?? ""
      return "CREATE TABLE \(elements) (\(owner), position INTEGER, target INTEGER\(reference))"
    }
    switch effect {
    case .plain: return [table(owner, leaving)]
    case .deny: return [table(owner, "NO ACTION")]
    case .with:
      return [
        table(owner, nil),
        "CREATE TRIGGER after_\(elements) AFTER DELETE ON \(target) BEGIN "
          + "DELETE FROM \(source) WHERE id IN (SELECT owner FROM \(elements) WHERE target = OLD.id); END",
      ]
    case .own:
      return [
        table("owner INTEGER", leaving),
        "CREATE TRIGGER after_\(elements) AFTER DELETE ON \(source) BEGIN "
          + "DELETE FROM \(target) WHERE id IN (SELECT target FROM \(elements) WHERE owner = OLD.id); "
          + "DELETE FROM \(elements) WHERE owner = OLD.id; END",
      ]
    }
  }
}
