import AshlarSchema

/// A small schema with one of everything, used in goldens and fixtures.
let people = SchemaModel(
  name: "People", version: 3,
  entities: [
    EntityModel(
      name: "Person",
      properties: [
        PropertyModel(name: "_id", type: .objectId, isPrimaryKey: true),
        PropertyModel(name: "name", storedName: "full_name", type: .string, isIndexed: true, documentation: "First and last."),
        PropertyModel(name: "age", type: .int, defaultValue: .int(7)),
        PropertyModel(name: "born", type: .date, isOptional: true, defaultValue: .date(seconds: -1, nanoseconds: -500_000_000)),
        PropertyModel(name: "mood", type: .string, enumName: "Mood", defaultValue: .string("no")),
        PropertyModel(name: "home", type: .object, isOptional: true, target: "Address"),
        PropertyModel(name: "friends", type: .object, collection: .list, target: "Person"),
        PropertyModel(name: "marks", type: .decimal128, collection: .list, isOptional: true),
        PropertyModel(name: "dogs", type: .object, collection: .linkingObjects, target: "Dog", origin: "owner"),
      ],
      documentation: "Somebody in the\naddress book."),
    EntityModel(
      name: "Dog", storedName: "Hound",
      properties: [
        PropertyModel(name: "owner", type: .object, isOptional: true, target: "Person"),
        PropertyModel(name: "photo", type: .data, defaultValue: .data([1, 2, 255])),
        PropertyModel(name: "weight", type: .decimal128, defaultValue: .decimal128(low: 125, high: 0x303c_0000_0000_0000)),
        PropertyModel(name: "level", type: .int8, enumName: "Level", defaultValue: .int(9)),
      ]),
    EntityModel(name: "Address", kind: .embedded, properties: [PropertyModel(name: "city", type: .string)]),
    EntityModel(name: "Reading", kind: .asymmetric, properties: []),
  ],
  enums: [
    EnumModel(
      name: "Mood", rawType: .string,
      cases: [
        EnumCaseModel(name: "calm", rawValue: .string("calm")),
        EnumCaseModel(name: "no", rawValue: .string("no"), documentation: "Not in the mood."),
      ]),
    EnumModel(
      name: "Level", rawType: .int8,
      cases: [EnumCaseModel(name: "low", rawValue: .int(1)), EnumCaseModel(name: "high", rawValue: .int(9))],
      documentation: "How far."),
  ])
