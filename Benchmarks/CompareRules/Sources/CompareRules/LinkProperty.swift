/// A property of graph.yaml that links to objects.
struct LinkProperty {
  enum Rule: String, CaseIterable {
    /// Links to a deleted object become nil, or leave the list.
    case plain, plains
    /// The object is deleted with its target.
    case with, withs
    /// The target cannot be deleted while the object remains.
    case deny, denies
    /// The target is deleted with the object.
    case own, owns
  }

  static let tables = ["Alpha", "Beta", "Gamma"]
  static let all: [LinkProperty] = tables.indices.flatMap { source in
    tables.indices.flatMap { target in Rule.allCases.map { LinkProperty(source: source, target: target, rule: $0) } }
  }

  /// Tables by their place in `tables`.
  var source: Int
  var target: Int
  var rule: Rule

  var name: String { rule.rawValue + LinkProperty.tables[target] }

  var isList: Bool {
    switch rule {
    case .plain, .with, .deny, .own: false
    case .plains, .withs, .denies, .owns: true
    }
  }

  /// The name of the table with the elements of lists, which has the columns `owner`, `position` and `target`.
  var elements: String { "\(LinkProperty.tables[source])_\(name)" }
}

extension LinkProperty {
  /// The declaration of the column of a link to one object.
  var column: String {
    let action =
      switch rule {
      case .with, .withs: "CASCADE"
      case .deny, .denies: "NO ACTION"
      case .plain, .plains, .own, .owns: "SET NULL"
      }
    return "\(name) INTEGER REFERENCES \(LinkProperty.tables[target]) ON DELETE \(action) DEFERRABLE INITIALLY DEFERRED"
  }

  /// The statements after those that create the three tables. SQL has foreign keys in one direction and no lists: a trigger deletes what an object owns,
  /// and elements of lists are rows. A cascade deletes rows before the triggers of its cause are fired, so that elements which a trigger reads have no
  /// foreign key to this cause.
  var statements: [String] {
    let (source, target) = (LinkProperty.tables[source], LinkProperty.tables[target])
    let owner = "owner INTEGER REFERENCES \(source) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"
    func table(_ owner: String, _ action: String?) -> String {
      let reference = action.map { " REFERENCES \(target) ON DELETE \($0) DEFERRABLE INITIALLY DEFERRED" } ?? ""
      return "CREATE TABLE \(elements) (\(owner), position INTEGER, target INTEGER\(reference))"
    }
    switch rule {
    case .plain, .with, .deny: return []
    case .own:
      return ["CREATE TRIGGER after_\(elements) AFTER DELETE ON \(source) BEGIN DELETE FROM \(target) WHERE id = OLD.\(name); END"]
    case .plains: return [table(owner, "CASCADE")]
    case .denies: return [table(owner, "NO ACTION")]
    case .withs:
      return [
        table(owner, nil),
        "CREATE TRIGGER after_\(elements) AFTER DELETE ON \(target) BEGIN "
          + "DELETE FROM \(source) WHERE id IN (SELECT owner FROM \(elements) WHERE target = OLD.id); END",
      ]
    case .owns:
      return [
        table("owner INTEGER", "CASCADE"),
        "CREATE TRIGGER after_\(elements) AFTER DELETE ON \(source) BEGIN "
          + "DELETE FROM \(target) WHERE id IN (SELECT target FROM \(elements) WHERE owner = OLD.id); "
          + "DELETE FROM \(elements) WHERE owner = OLD.id; END",
      ]
    }
  }
}
