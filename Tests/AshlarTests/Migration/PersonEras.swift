import AshlarSchema

@testable import Ashlar

// Four releases of an address book, as its file knows them.

/// Names in two properties, the age as text, and an address in three.
enum FirstRelease {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "First", version: 1,
      entities: [
        EntityModel(
          name: "Person",
          properties: [
            property("firstName", .string), property("lastName", .string), property("age", .string),
            property("street", .string), property("city", .string) { $0.isOptional = true },
            property("friends", .object, .list, target: "Person"), property("pet", .object, target: "Pet"),
            property("scores", .int16, .list), property("notes", .string, .map), property("any", .any),
          ]),
        EntityModel(name: "Pet", properties: [property("name", .string), property("owner", .object, target: "Person")]),
        EntityModel(name: "Setting", properties: [property("key", .string) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }]),
      ]))
  enum Person: EraType { static let entity = schema.entity("Person", Era<Person>.self) }
  enum Pet: EraType { static let entity = schema.entity("Pet", Era<Pet>.self) }
  enum Setting: EraType { static let entity = schema.entity("Setting", Era<Setting>.self) }
  static let types: [ObjectBase.Type] = [Era<Person>.self, Era<Pet>.self, Era<Setting>.self]
}

/// One name, the age as a number, an address of its own, a primary key, an animal in place of the pet, and no settings.
enum SecondRelease {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Second", version: 2,
      entities: [
        EntityModel(
          name: "Person",
          properties: [
            property("id", .int) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) },
            property("fullName", .string) { $0.isIndexed = true }, property("age", .int), property("address", .object, target: "Address"),
            property("home", .object, target: "Place"), property("friends", .object, .list, target: "Person"),
            property("pet", .object, target: "Pet"), property("scores", .int, .list) { $0.isOptional = true },
            property("notes", .string, .map), property("any", .any), property("isHidden", .bool) { $0.defaultValue = .bool(true) },
          ]),
        EntityModel(name: "Address", properties: [property("street", .string), property("city", .string)]),
        EntityModel(name: "Place", kind: .embedded, properties: [property("city", .string)]),
        EntityModel(name: "Pet", properties: [property("title", .string), property("owner", .object, target: "Person")]),
      ]))
  enum Person: EraType { static let entity = schema.entity("Person", Era<Person>.self) }
  enum Address: EraType { static let entity = schema.entity("Address", Era<Address>.self) }
  enum Place: EraType { static let entity = schema.entity("Place", EmbeddedEra<Place>.self) }
  enum Pet: EraType { static let entity = schema.entity("Pet", Era<Pet>.self) }
  static let types: [ObjectBase.Type] = [Era<Person>.self, Era<Address>.self, EmbeddedEra<Place>.self, Era<Pet>.self]
}
