public import AshlarSchema

/// A schema whose objects have a primary key, indexes and a unique rule of several properties, a rule about values and a delete rule.
public enum SeatingSchema {
  /// A table of seats, each with a key of hall, row and code, and a price that is not negative. A guest has at most one seat in a hall, and
  /// is not deleted as long as a seat is taken.
  public static let seat = 0
  /// A table of guests.
  public static let guest = 1

  /// Ordinals by name.
  public static let ordinals = ["Seat": seat, "Guest": guest]

  /// The names of the features of a file with the rules, ascending.
  public static let features = ["checks", "deletes", "indexes", "keys", "unique"]

  /// The model of a version: those with even numbers have the rules.
  /// - Parameter features: The names of the features whose rules it has. A unique rule of several properties also needs `indexes`.
  public static func model(_ version: UInt64, features: [String] = features) -> SchemaModel {
    var seat = EntityModel(
      name: "Seat",
      properties: [
        PropertyModel(name: "hall", type: .int), PropertyModel(name: "row", type: .int), PropertyModel(name: "code", type: .string),
        PropertyModel(name: "number", type: .int), PropertyModel(name: "price", type: .int),
        PropertyModel(name: "note", type: .string, isOptional: true),
        PropertyModel(name: "guest", type: .object, isOptional: true, target: "Guest"),
      ])
    if version % 2 == 0 {
      if features.contains("keys") { seat.rules.append(.primaryKey(["hall", "row", "code"])) }
      // Keys of the second index contain the beginnings of two texts.
      if features.contains("indexes") { seat.rules += [.index(["hall", "price"]), .index(["note", "code", "price"])] }
      if features.contains("unique") { seat.rules.append(.unique(UniqueRule(["hall", "guest"]))) }
      if features.contains("checks") { seat.rules.append(.range("price", ValueBounds(low: .int(0)))) }
      if features.contains("deletes") { seat.rules.append(.targetDeleted("guest", .deny)) }
    }
    seat.rules = EntityRule.sorted(seat.rules)
    let guest = EntityModel(name: "Guest", properties: [PropertyModel(name: "number", type: .int)])
    return SchemaModel(name: "Seating", version: version, entities: [seat, guest])
  }
}
