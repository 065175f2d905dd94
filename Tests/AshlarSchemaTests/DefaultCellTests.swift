import Testing

@testable import AshlarSchema

@Suite struct DefaultCellTests {
  private static let objectId = [UInt8](1...12)
  private static let uuid = [UInt8](1...16)

  private static let rows: [(type: ValueType, value: DefaultValue, bytes: [UInt8])] = [
    (.bool, .bool(false), [0]),
    (.bool, .bool(true), [1]),
    (.int, .int(1), [1, 0, 0, 0, 0, 0, 0, 0]),
    (.int8, .int(-2), [0xFE]),
    (.int16, .int(-2), [0xFE, 0xFF]),
    (.int32, .int(0x0102_0304), [4, 3, 2, 1]),
    (.int64, .int(-1), [UInt8](repeating: 0xFF, count: 8)),
    (.float, .double(1.5), [0, 0, 0xC0, 0x3F]),
    (.float, .int(1), [0, 0, 0x80, 0x3F]),
    (.double, .double(1.5), [0, 0, 0, 0, 0, 0, 0xF8, 0x3F]),
    (.double, .int(1), [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]),
    (.string, .string("é"), [0xC3, 0xA9]),
    (.data, .data([0, 255]), [0, 255]),
    (.date, .date(seconds: 1, nanoseconds: -1), [1, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]),
    (.decimal128, .decimal128(low: 2, high: 3), [2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]),
    (.objectId, .objectId(objectId), objectId),
    (.uuid, .uuid(uuid), uuid),
  ]

  @Test("a default has the bytes of a cell of its type")
  func bytes() {
    for row in Self.rows {
      #expect(row.value.bytes(as: row.type) == row.bytes, "\(row.value) as \(row.type)")
      if row.type != .string, row.type != .data { #expect(row.bytes.count == row.type.kind.width, "\(row.type)") }
    }
  }

  @Test("a cell with a decimal number is read as the default whose bytes it contains")
  func decimals() {
    for row in Self.rows where row.type.form == .decimal {
      let read = row.bytes.withUnsafeBytes { cell in cell.baseAddress.map { DefaultValue.decimal(in: $0, row.type) } }
      #expect(read == row.value, "\(row.type)")
    }
  }

  @Test("every type except links and AnyRealmValue has a default with bytes")
  func types() {
    #expect(Set(Self.rows.map(\.type)) == Set(ValueType.allCases).subtracting([.object, .any]))
  }

  @Test("a default of another type has no bytes")
  func otherTypes() {
    for row in Self.rows {
      for type in ValueType.allCases where type.breach(by: row.value) == .defaultOfOtherType {
        // An integer is also a floating-point number.
        if case .int = row.value, type.kind.number == .floatingPoint { continue }
        #expect(row.value.bytes(as: type) == nil, "\(row.value) as \(type)")
      }
    }
  }

  @Test("a default that is created for each object has no bytes", arguments: [DefaultValue.now, .newUUID, .newUUIDv7, .newObjectId, .code])
  func created(value: DefaultValue) {
    for type in ValueType.allCases { #expect(value.bytes(as: type) == nil, "\(type)") }
  }
}

@Suite struct RequiredFeatureTests {
  @Test("a descriptor requires no feature for the types that every reader knows")
  func none() {
    for kind in ScalarKind.all where kind.type.rawValue <= ValueType.any.rawValue { #expect(kind.requiredFeature == 0, "\(kind.type)") }
  }

  @Test("a UUID of version 7 as a default requires the highest bit, and has a kind of its own")
  func orderedUUIDs() throws {
    let property = PropertyModel(name: "id", type: .uuid, defaultValue: .newUUIDv7)
    let model = SchemaModel(name: "one", entities: [EntityModel(name: "One", properties: [property])])
    #expect(model.requiredFeatures == 1 << 63)
    #expect(ScalarKind.all.allSatisfy { $0.requiredFeature & DefaultValue.orderedUUIDFeature == 0 })
    #expect(try DescriptorReader.read(DescriptorWriter.bytes(for: model)) == model)
    #expect(ValueType.uuid.breach(by: .newUUIDv7) == nil && ValueType.string.breach(by: .newUUIDv7) == nil)
    #expect(ValueType.objectId.breach(by: .newUUIDv7) == .defaultOfOtherType)
  }

  @Test("the required features of a schema are those of its types")
  func schema() {
    for kind in ScalarKind.all {
      let property = PropertyModel(name: "value", type: kind.type, isOptional: kind.type == .object)
      let model = SchemaModel(name: "one", entities: [EntityModel(name: "One", kind: .object, properties: [property])])
      #expect(model.requiredFeatures == kind.requiredFeature, "\(kind.type)")
      #expect(kind.requiredFeature & ~ScalarKind.knownFeatures == 0, "\(kind.type)")
    }
  }
}
