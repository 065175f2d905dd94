internal import AshlarSchema

/// The table with the objects of one type. It refers to other tables by their indexes in the layout.
struct ObjectTable {
  /// A column with the values of a property that is not a collection.
  struct Column {
    /// The column ordinal of the property.
    let ordinal: Int
    let name: String
    let type: String
    /// The table to which the column refers; nil if the property is not a link.
    let target: Int?
    let isAny: Bool
  }

  /// A column of an embedded type's table that refers to the owner of the row: an object or, in a map, an entry. Each row has one owner.
  struct Owner {
    let name: String
    /// The table and the column to which the column refers, and the type of both columns.
    let table: String
    let key: String
    let type: String
    /// Whether the owner has a list of such objects. Otherwise, an owner has at most one.
    let isList: Bool
  }

  /// A property whose values are embedded objects, which are rows of another table.
  struct Embedded {
    let ordinal: Int
    let table: Int
    /// The index of the owner's column in `owners` of the other table.
    let owner: Int
    /// The index in `collections` of the table with the entries of a map, which own the objects; nil if the property is not a map.
    let entries: Int?
  }

  let model: EntityModel
  let name: String
  /// The column that identifies an object: the primary key, or the number of the row.
  let keyName: String
  /// The type of `keyName`, and of the columns that refer to it.
  let keyType: String
  /// The column ordinal of the primary key; nil if the rows are numbered. They are numbered if the type has no primary key of one property,
  /// or if the key can be nil: a foreign key cannot refer to NULL.
  let key: Int?
  /// The column with the positions of embedded objects in their lists; nil if the objects are not embedded or no property is a list of
  /// them.
  var positionName: String?
  var columns: [Column] = []
  var owners: [Owner] = []
  var embedded: [Embedded] = []
  var collections: [CollectionTable] = []

  var isEmbedded: Bool { model.kind == .embedded }

  /// The columns in the order of the parameters of an `INSERT`.
  var insertedNames: [String] {
    (key == nil ? [keyName] : []) + owners.map(\.name) + (positionName.map { [$0] } ?? []) + columns.map(\.name)
  }

  /// Returns the name of the column for the property with a stored name; nil if there is none.
  func columnName(_ property: String) -> String? {
    columns.first { model.properties[$0.ordinal].name == property }?.name
  }
}

/// The table with the elements of one collection property, for all objects of a type.
struct CollectionTable {
  /// The kind of the elements.
  enum Element {
    case scalar
    case any
    /// A link to an object in the table with this index.
    case link(Int)
    /// An embedded object of a map: its row refers to the entry.
    case embedded
  }

  static let owner = "owner"
  static let position = "position"
  static let key = "key"
  static let value = "value"
  static let row = "_row"

  let ordinal: Int
  let name: String
  let kind: CollectionKind
  let element: Element
  /// The declared type of the column `value`.
  let type: String
  /// Whether a value may be NULL.
  let isOptional: Bool

  /// The columns in the order of the parameters of an `INSERT`.
  var insertedNames: [String] {
    let place = [Self.owner, Self.position] + (kind == .map ? [Self.key] : [])
    if case .embedded = element { return [Self.row] + place }
    return place + [Self.value]
  }
}
