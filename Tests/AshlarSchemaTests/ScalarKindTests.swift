import AshlarSchema
import Testing

@Suite struct ScalarKindTests {
  // Name, names in messages and in predicates, tag; cell, null, width, alignment; number; uses; PostgreSQL type.
  private static let rows: [(ValueType, String)] = [
    (.bool, "Bool | bool | bool | 1 | scalar flag 1 1 | - | ordered indexed | boolean"),
    (.int, "Int | int | int | 2 | scalar flag 8 8 | integer | ordered indexed key raw | bigint"),
    (.int8, "Int8 | int8 | int | 2 | scalar flag 1 1 | integer | ordered indexed key raw | smallint"),
    (.int16, "Int16 | int16 | int | 2 | scalar flag 2 2 | integer | ordered indexed key raw | smallint"),
    (.int32, "Int32 | int32 | int | 2 | scalar flag 4 4 | integer | ordered indexed key raw | integer"),
    (.int64, "Int64 | int | int | 2 | scalar flag 8 8 | integer | ordered indexed key raw | bigint"),
    (.float, "Float | float | float | 3 | scalar flag 4 4 | floatingPoint | ordered raw | real"),
    (.double, "Double | double | double | 4 | scalar flag 8 8 | floatingPoint | ordered raw | double precision"),
    (.string, "String | string | string | 5 | string slot 12 4 | - | ordered indexed key raw unwrapped | text"),
    (.data, "Data | data | data | 6 | data slot 12 4 | - | unwrapped | bytea"),
    (.date, "Date | date | date | 7 | date flag 12 4 | - | ordered indexed unwrapped fresh | timestamptz"),
    (.decimal128, "Decimal128 | decimal128 | decimal128 | 9 | scalar flag 16 8 | decimal | ordered unwrapped | numeric"),
    (.objectId, "ObjectId | object id | objectid | 8 | scalar flag 12 4 | - | ordered indexed key unwrapped fresh | text"),
    (.uuid, "UUID | uuid | uuid | 10 | scalar flag 16 8 | - | ordered indexed key unwrapped fresh | uuid"),
    (.object, "Object | object | object | 11 | link link 8 8 | - | unwrapped | -"),
    (.any, "AnyRealmValue | mixed | - | - | any slot 12 4 | - | ordered indexed | jsonb"),
  ]

  private static func text(_ kind: ScalarKind) -> String {
    let uses = [
      (kind.isOrdered, "ordered"), (kind.canBeIndexed, "indexed"), (kind.canBeKey, "key"), (kind.canBeRaw, "raw"),
      (kind.canBeUnwrapped, "unwrapped"), (kind.isFresh, "fresh"),
    ]
    let parts: [String] = [
      kind.name, kind.messageName, kind.predicateName ?? "-", kind.tag.map { "\($0)" } ?? "-",
      "\(kind.cell) \(kind.null) \(kind.width) \(kind.alignment)", kind.number.map { "\($0)" } ?? "-",
      uses.filter(\.0).map(\.1).joined(separator: " "), kind.postgreSQL?.rawValue ?? "-",
    ]
    return parts.joined(separator: " | ")
  }

  @Test("the form of a type agrees with its row")
  func forms() {
    for type in ValueType.allCases {
      let kind = type.kind
      #expect((type.form == .integer) == kind.isInteger, "\(type)")
      #expect((type.form == .float || type.form == .double) == (kind.number == .floatingPoint), "\(type)")
      #expect((type.form == .decimal) == (kind.number == .decimal), "\(type)")
      #expect((type.form == .object) == (kind.cell == .link), "\(type)")
      #expect((type.form == .any) == (kind.cell == .any), "\(type)")
    }
  }

  @Test("each type has the row that is listed here")
  func rows() {
    #expect(Self.rows.map(\.0) == ValueType.allCases)
    for (type, row) in Self.rows { #expect(Self.text(type.kind) == row) }
  }

  @Test("a type finds its own row by its raw value")
  func lookUp() {
    #expect(ScalarKind.all.map(\.type) == ValueType.allCases)
    for type in ValueType.allCases { #expect(type.kind.type == type) }
  }

  @Test("integers have the ranges of their Swift types, and other types have none")
  func ranges() {
    func range<Number: FixedWidthInteger & SignedInteger>(_: Number.Type) -> ClosedRange<Int64> { Int64(Number.min)...Int64(Number.max) }
    let ranges: [ValueType: ClosedRange<Int64>] = [
      .int: range(Int.self), .int8: range(Int8.self), .int16: range(Int16.self), .int32: range(Int32.self), .int64: range(Int64.self),
    ]
    for type in ValueType.allCases {
      #expect(type.kind.integerRange == ranges[type], "\(type)")
      #expect(type.kind.isInteger == (ranges[type] != nil), "\(type)")
    }
  }

  @Test("cells are aligned in clusters of every capacity")
  func alignment() {
    let properties = ValueType.allCases.map { PropertyModel(name: $0.kind.name, type: $0, isOptional: $0 == .object) }
    let entity = EntityModel(name: "All", kind: .object, properties: properties)
    let layout = TableLayout(entity, in: SchemaModel(name: "all", entities: [entity]))
    for capacity in layout.capacityClasses {
      for (type, offset) in zip(ValueType.allCases, layout.offsets(capacity: capacity).columns) {
        #expect(offset.value % type.kind.alignment == 0, "\(type) at \(offset.value) of \(capacity)")
      }
    }
  }
}
