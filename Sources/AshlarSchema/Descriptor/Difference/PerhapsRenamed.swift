/// A removed property and an added one of the same type, or a removed type and an added one with the same properties. They may be one
/// declaration with a new name. Names are stored names.
public struct PerhapsRenamed: Hashable, Sendable {
  /// The type that owns the two properties; nil if the declarations are types themselves.
  public let type: String?
  /// The name of the removed declaration.
  public let from: String
  /// The name of the added declaration.
  public let to: String

  /// Returns pairs of properties with equal types, and pairs of types with equal properties; each declaration is in at most one pair. The
  /// pairs are sorted by type; pairs of types are last. Complexity: O(n × m) for n removed and m added declarations.
  public static func between(_ old: SchemaModel, _ new: SchemaModel) -> [PerhapsRenamed] {
    // Renames that `was` declares are known, so they are not reported.
    let old = SchemaRenames(from: old, to: new).applied(to: old)
    var result: [PerhapsRenamed] = []
    let newNames = Dictionary(new.entities.map { ($0.storedName, $0) }) { first, _ in first }
    let oldNames = Set(old.entities.map(\.storedName))
    for before in old.entities.ordered(byBytes: \.storedName) {
      guard let after = newNames[before.storedName] else { continue }
      let kept = Set(before.columns.map(\.storedName)).intersection(after.columns.map(\.storedName))
      let pairs = pairs(before.columns.filter { !kept.contains($0.storedName) }, after.columns.filter { !kept.contains($0.storedName) }) {
        StoredType($0, in: old) == StoredType($1, in: new) && $0.storesNil == $1.storesNil
      }
      result += pairs.map { PerhapsRenamed(type: before.storedName, from: $0.storedName, to: $1.storedName) }
    }
    let types = pairs(old.entities.filter { newNames[$0.storedName] == nil }, new.entities.filter { !oldNames.contains($0.storedName) }) {
      $0.kind == $1.kind && !$0.columns.isEmpty && columns($0) == columns($1)
    }
    return result + types.map { PerhapsRenamed(type: nil, from: $0.storedName, to: $1.storedName) }
  }

  private static func pairs<Element>(
    _ gone: [Element], _ come: [Element], where areAlike: (Element, Element) -> Bool
  ) -> [(Element, Element)] {
    var come = come
    return gone.compactMap { old in come.firstIndex { areAlike(old, $0) }.map { (old, come.remove(at: $0)) } }
  }

  /// Returns the columns in a form that can be compared regardless of their order. It excludes the targets of links, since a renamed type
  /// that links to itself has a different target.
  private static func columns(_ entity: EntityModel) -> Set<[String]> {
    Set(entity.columns.map { [$0.storedName, "\($0.type) \($0.collection) \($0.isOptional) \($0.isPrimaryKey)"] })
  }
}
