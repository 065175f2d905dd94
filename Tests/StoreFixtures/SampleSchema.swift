public import AshlarSchema

/// A schema with every kind of column.
public enum SampleSchema {
  /// Ordinals of the tables.
  public static let address = 0
  /// A table whose key is text.
  public static let dog = 1
  /// The table with most kinds of columns; its key is an integer.
  public static let person = 2
  /// A table whose key may be null.
  public static let token = 3
  /// A table with so many columns that its clusters hold 128 rows.
  public static let wide = 4

  /// Ordinals by name.
  public static let ordinals = ["Address": address, "Dog": dog, "Person": person, "Token": token, "Wide": wide]

  /// The model.
  public static let model = SchemaModel(
    name: "Sample", version: 1,
    entities: [
      EntityModel(
        name: "Address", kind: .embedded,
        properties: [PropertyModel(name: "street", type: .string), PropertyModel(name: "number", type: .int16)]),
      EntityModel(
        name: "Dog",
        properties: [
          PropertyModel(name: "name", type: .string, isPrimaryKey: true),
          PropertyModel(name: "owner", type: .object, isOptional: true, target: "Person"),
          PropertyModel(name: "tricks", type: .string, collection: .list),
        ]),
      EntityModel(
        name: "Person",
        properties: [
          PropertyModel(name: "id", type: .int, isPrimaryKey: true),
          PropertyModel(name: "number", type: .int),
          PropertyModel(name: "name", type: .string),
          PropertyModel(name: "nickname", type: .string, isOptional: true),
          PropertyModel(name: "picture", type: .data),
          PropertyModel(name: "age", type: .int8, isOptional: true),
          PropertyModel(name: "weight", type: .float),
          PropertyModel(name: "born", type: .date, isOptional: true),
          PropertyModel(name: "uuid", type: .uuid),
          PropertyModel(name: "boss", type: .object, isOptional: true, target: "Person"),
          PropertyModel(name: "home", type: .object, isOptional: true, target: "Address"),
          PropertyModel(name: "friends", type: .object, collection: .list, target: "Person"),
          PropertyModel(name: "marks", type: .int, collection: .list),
          PropertyModel(name: "tags", type: .string, collection: .list),
        ]),
      EntityModel(
        name: "Token",
        properties: [
          PropertyModel(name: "id", type: .objectId, isOptional: true, isPrimaryKey: true), PropertyModel(name: "value", type: .double),
        ]),
      EntityModel(
        name: "Wide", properties: (10..<22).map { PropertyModel(name: "text\($0)", type: .string, isOptional: $0 % 2 == 0) }),
    ])
}
