import AshlarCompiler
import AshlarSchema
import Testing
import TestSupport

/// What a schema says and its twin does not, all of it.
@Suite("What classes written by hand cannot state")
struct TwinOmissionTests {
  /// The twins as one schema, as their target is compiled.
  private static let twins: SchemaModel? = {
    guard let names = try? Repository.names(in: "Tests/Twins").filter({ $0.hasSuffix(".swift") }) else { return nil }
    let files = names.compactMap { name in
      (try? Repository.text("Tests/Twins/\(name)")).map { SourceFile(path: name, text: $0) }
    }
    return SchemaCompiler(name: "Twins").check(files).schema?.model
  }()

  /// Parts that are compared by themselves; comments, which nothing emitted repeats; and where an enum is declared, which is in Swift.
  private static let elsewhere: Set = ["properties", "cases", "documentation", "externalName"]

  /// The facts of a model's part in which another differs.
  private func differences(_ name: String, _ ours: Any, _ theirs: Any) -> [String] {
    zip(Mirror(reflecting: ours).children, Mirror(reflecting: theirs).children).compactMap { ours, theirs in
      let (label, was, now) = (ours.label ?? "", "\(ours.value)", "\(theirs.value)")
      return Self.elsewhere.contains(label) || was == now ? nil : "\(name) \(label)"
    }
  }

  private func differences(_ name: String) throws -> [String] {
    let (model, twins) = (try CompiledTwinTests.model(name), try #require(Self.twins))
    var result: [String] = model.version == 0 ? [] : ["version"]
    for entity in model.entities {
      let twin = try #require(twins.entity(named: entity.name), "\(entity.name)")
      result += differences(entity.name, entity, twin)
      #expect(twin.properties.map(\.name) == entity.properties.map(\.name))
      for (property, other) in zip(entity.properties, twin.properties) {
        result += differences("\(entity.name).\(property.name)", property, other)
      }
    }
    for declared in model.enums {
      guard let twin = twins.enums.first(where: { $0.name == declared.name }) else {
        result.append("\(declared.name) without a property")
        continue
      }
      result += differences(declared.name, declared, twin)
      func values(_ model: EnumModel) -> [String] { model.cases.map { "\($0.name) \($0.rawValue)" } }
      #expect(values(twin) == values(declared))
    }
    for custom in model.customTypes where custom.name != "URL" {
      result += differences(custom.name, custom, try #require(twins.customTypes.first { $0.name == custom.name }, "\(custom.name)"))
    }
    return result + model.projections.map { "\($0.name) projection" }
  }

  @Test("is this, and nothing else", arguments: CompiledTwinTests.names)
  func model(_ name: String) throws {
    let found = try differences(name)
    #expect(found == Self.left[name])
  }

  private static let left: [String: [String]] = [
    "Atlas": [
      "version", "Landmark.address defaultValue", "Place was", "Place.title was", "Place.token defaultValue", "Place.code defaultValue",
      "Place.stars isBackfilled", "Place.badge defaultValue", "Place.source defaultValue", "Place.height defaultValue",
      "PlaceStatus unknownCase",
    ],
    "Bookshop": ["version", "NovelCard projection"],
    "Club": ["version", "Player dropped"],
    "Collections": ["version"],
    "Concerts": [
      "version", "BareCard projection", "DeskCard projection", "MusicianCard projection", "PerformanceCard projection",
      "TicketCard projection", "VenueCard projection",
    ],
    "Fleet": ["version", "Driver.since defaultValue", "Vehicle.image defaultValue"],
    "Kinds": [
      "version", "Defaulted.double defaultValue", "Defaulted.data defaultValue", "Defaulted.date defaultValue",
      "Defaulted.made defaultValue", "Defaulted.decimal defaultValue", "Defaulted.objectId defaultValue", "Defaulted.uuid defaultValue",
      "Defaulted.anyDate defaultValue",
    ],
    "Ledger": ["version"],
    "Library": ["Copy.price defaultValue", "Loan.lent defaultValue"],
    "Matrix": ["version"],
    "People": ["version", "Person.joined defaultValue"],
    "Traits": ["Article.createdAt defaultValue", "Note.createdAt defaultValue", "Phase without a property"],
    "Weather": ["version", "Source unknownCase"],
  ]

  /// Why, by the fact.
  private static let causes = [
    "defaultValue": "an initial value that is not a literal of a plain type is code, which each object evaluates",
    "dropped": "what a file had before is YAML's alone",
    "isBackfilled": "what rows that are there get is YAML's alone",
    "projection": "a projection by hand is a class of its own, which stores nothing",
    "property": "an enum that no property stores is none of the schema",
    "unknownCase": "what a raw value without a case reads as is YAML's alone",
    "version": "the version is that of the configuration, or YAML's",
    "was": "what a file had before is YAML's alone",
  ]

  /// What the language says beyond the model, by the words for it, and why no class written by hand is given it here.
  private static let reasons = [
    "access": "Swift's own: the access of the declaration",
    "backfill": "what rows that are there get is YAML's alone",
    "conforms": "Swift's own: written after the class",
    "deprecated": "Swift's own: '@available'",
    "didSet": "Swift's own: an observer of the property",
    "dropped": "what a file had before is YAML's alone",
    "external": "an enum by hand is read where it is declared",
    "ignored": "Swift's own: a property without '@Persisted'",
    "imports": "Swift's own",
    "json": "Swift's own: 'CodingKeys'",
    "mixins": "each class repeats their properties",
    "open": "Swift's own: the access of the class",
    "setter": "Swift's own: the access of the setter",
    "unknown": "what a raw value without a case reads as is YAML's alone",
    "values": "copies as structs are emitted for generated classes alone",
    "was": "what a file had before is YAML's alone",
    "willSet": "Swift's own: an observer of the property",
  ]

  /// What both can say.
  private static let said: Set = [
    "cases", "column", "default", "doc", "failable", "indexed", "name", "of", "origin", "persisted", "primaryKey", "properties", "raw",
    "swift",
    "table", "type", "value", "version",
  ]

  /// Each word of a schema but those, with the type and property that has it.
  private func words(_ name: String) throws -> [String] {
    var result: [String] = []
    for file in try Repository.names(in: "Schemas/\(name)") where file.hasSuffix(".yaml") {
      var (section, type) = ("", "")
      for line in try Repository.text("Schemas/\(name)/\(file)").split(separator: "\n") {
        guard let match = line.prefixMatch(of: /( *)([\w]+): *(.*)/) else { continue }
        let (key, rest) = (String(match.2), String(match.3))
        // Keys of a flow mapping, but not those of one inside of it.
        let inner = rest.hasPrefix("{") ? rest.dropFirst().replacing(/\{[^}]*\}|"[^"]*"/, with: "").matches(of: /(?:^|,) *(\w+):/) : []
        var found: [(place: String, word: String)] = []
        switch (match.1.count, section) {
        case (0, _): section = key
        case (_, "projections"): break
        case (2, "schema"): found = [(file, key)]
        case (2, _):
          type = key
          found = inner.map { (type, String($0.1)) }
        case (4, _): found = [(type, key)]
        case (6, _): found = inner.map { ("\(type).\(key)", String($0.1)) }
        default: break
        }
        result += found.filter { !Self.said.contains($0.word) }.map { "\($0.place) \($0.word)" }
      }
    }
    return result
  }

  @Test("nor can they state these keys of the language", arguments: CompiledTwinTests.names)
  func language(_ name: String) throws {
    let found = try words(name)
    #expect(found == Self.leftWords[name])
    for word in found { #expect(Self.reasons[word.split(separator: " ").last.map(String.init) ?? ""] != nil, "\(word)") }
  }

  @Test("every reason is of a fact or a word that a schema uses")
  func used() throws {
    let facts = try Set(CompiledTwinTests.names.flatMap(differences).compactMap { $0.split(separator: " ").last.map(String.init) })
    #expect(Set(Self.causes.keys) == facts)
    let found = try Set(CompiledTwinTests.names.flatMap(words).compactMap { $0.split(separator: " ").last.map(String.init) })
    #expect(Set(Self.reasons.keys) == found)
  }

  private static let leftWords: [String: [String]] = [
    "Atlas": [
      "PlaceStatus unknown", "Surface external", "Place was", "Place.title was", "Place.stars backfill", "Landmark.height ignored",
      "Landmark.words ignored",
    ],
    "Bookshop": ["Novel conforms"],
    "Club": ["Player dropped"],
    "Collections": [],
    "Concerts": [
      "concerts.yaml imports", "Catalogued.number json", "Musician conforms", "Musician.familyName json", "Musician.fee setter",
      "Musician.fee json", "Musician.isSelected ignored", "Performance conforms", "Performance mixins", "Performance.conductor json",
      "Performance.internalNote access", "Performance.internalNote json", "Performance.guests json", "Ticket deprecated",
      "Ticket conforms", "Desk conforms", "Desk open", "Emptiness conforms", "Emptiness open", "Venue conforms", "Venue.architect json",
    ],
    "Fleet": ["fleet.yaml access"],
    "Kinds": [],
    "Ledger": [],
    "Library": [],
    "Matrix": [
      "MatrixBool conforms", "MatrixInt conforms", "MatrixInt8 conforms", "MatrixInt16 conforms", "MatrixInt32 conforms",
      "MatrixInt64 conforms", "MatrixFloat conforms", "MatrixDouble conforms", "MatrixString conforms", "MatrixData conforms",
      "MatrixDate conforms", "MatrixDecimal conforms", "MatrixObjectId conforms", "MatrixUUID conforms", "MatrixHue conforms",
      "MatrixGrade conforms",
    ],
    "People": [],
    "Traits": [
      "Animal open", "Animal conforms", "Animal.legs setter", "Animal.weight access", "Animal.gait deprecated", "Cage deprecated",
      "Article mixins", "Article conforms", "Edition conforms", "Writer mixins", "Note mixins", "Shape external", "Layer external",
      "Corner external", "Drawing.last ignored", "Drawing.recent ignored", "memory.yaml imports", "Selectable.selected ignored",
      "Page mixins", "Page.title willSet", "Page.title didSet", "Page.views didSet", "Page.log ignored", "Page.link ignored",
      "Page.link didSet", "Page.count ignored", "Page.ratio ignored", "Page.label ignored", "Page.day ignored", "Page.bytes ignored",
      "Page.price ignored", "Page.key ignored", "Page.uuid ignored", "Page.fresh ignored", "Page.phase ignored", "Page.next ignored",
      "Page.pace ignored", "Page.parent ignored", "Page.marks ignored", "Page.marks setter", "Page.made ignored", "Page.made access",
      "Audited mixins", "Rider values", "Rider conforms", "Rider.name json", "Rider.secret json", "Rider.note ignored", "Horse values",
      "Horse conforms", "Race values", "Kit values", "Kit conforms", "Saddle values", "Saddle conforms",
    ],
    "Weather": ["Source unknown"],
  ]
}
