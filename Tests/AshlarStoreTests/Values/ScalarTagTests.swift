import AshlarSchema
import AshlarStore
import Testing

@Suite struct ScalarTagTests {
  @Test("the table of types has the tags of stored values of any type")
  func tags() {
    let tags: [ValueType: AnyTag] = [
      .bool: .bool, .int: .int, .int8: .int, .int16: .int, .int32: .int, .int64: .int, .float: .float, .double: .double, .string: .string,
      .data: .data, .date: .date, .decimal128: .decimal128, .objectId: .objectId, .uuid: .uuid, .object: .link,
    ]
    for type in ValueType.allCases { #expect(type.kind.tag == tags[type]?.rawValue, "\(type)") }
  }
}
