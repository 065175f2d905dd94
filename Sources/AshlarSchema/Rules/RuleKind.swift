/// The kind of a rule. Raw values are part of the descriptor format.
public enum RuleKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A primary key of several properties.
  case primaryKey = 1
  /// No two objects have equal values of some properties.
  case unique = 2
  /// An index of several properties, which restricts nothing.
  case index = 3
  /// The bounds of a number or a date.
  case range = 4
  /// The bounds of the length of text or data.
  case length = 5
  /// The bounds of the number of elements in a collection.
  case count = 6
  /// The pattern of text.
  case pattern = 7
  /// The values that a property may have.
  case oneOf = 8
  /// A link or an `AnyRealmValue` that is not nil.
  case required = 9
  /// The relation of the values of two properties.
  case order = 10
  /// The effect of deleting an object on the objects to which it links.
  case holderDeleted = 11
  /// The effect of deleting an object on the objects that link to it.
  case targetDeleted = 12
}

extension RuleKind {
  /// The maximum number of properties in a rule.
  public static let partLimit = 8

  /// The traits of a kind: a row of the table that code reads instead of listing kinds itself.
  private struct Traits {
    var parts: ClosedRange<Int>
    var entities: [EntityKind]
    var isFingerprinted = true
    var areValuesFingerprinted = true
  }

  // The switch does not compile until a new kind has a row.
  private var traits: Traits {
    let several = 2...Self.partLimit
    return switch self {
    case .primaryKey: Traits(parts: several, entities: [.object])
    case .unique: Traits(parts: 1...Self.partLimit, entities: [.object, .asymmetric])
    case .index: Traits(parts: several, entities: [.object, .asymmetric], isFingerprinted: false, areValuesFingerprinted: false)
    case .range, .length, .count, .pattern, .required: Traits(parts: 1...1, entities: EntityKind.allCases)
    case .oneOf: Traits(parts: 1...1, entities: EntityKind.allCases, areValuesFingerprinted: false)
    case .order: Traits(parts: 2...2, entities: EntityKind.allCases)
    case .holderDeleted, .targetDeleted: Traits(parts: 1...1, entities: [.object, .embedded])
    }
  }

  /// The numbers of properties that a rule of this kind may have.
  var parts: ClosedRange<Int> { traits.parts }

  /// Returns whether a type of the given kind may have a rule of this kind.
  package func isAllowed(on kind: EntityKind) -> Bool { traits.entities.contains(kind) }

  /// Whether rules of this kind are part of the storage fingerprint. Indexes are not, because a file may have more of them than a schema
  /// that opens the file.
  var isFingerprinted: Bool { traits.isFingerprinted }

  /// Whether the storage fingerprint depends on the values of rules of this kind, in addition to their properties. It does not depend on
  /// those of checked enums, because a file may permit more values than a schema that opens the file.
  var areValuesFingerprinted: Bool { traits.areValuesFingerprinted }
}
