import Foundation
import Kinds
import Matrix
import Testing

@testable import Ashlar

/// One case for each rule of what may stand in a predicate, beyond those of objects and their links.
@Suite("Rules of types in a predicate")
struct PredicateRowTests {
  private func message<Element: Object>(_ marked: String, _ arguments: [Any], _ all: Results<Element>) -> (String?, isPlaced: Bool) {
    let text = marked.replacing("‸", with: "")
    let position = marked.firstIndex(of: "‸").map { marked.distance(from: marked.startIndex, to: $0) }
    do {
      let count = try RealmPredicate(parsing: text).placeholderCount
      try RealmPredicate(parsing: text, arguments: Array(arguments.prefix(count))).check(on: all)
      return (nil, true)
    } catch {
      return (error.message, error.position == position)
    }
  }

  @Test(
    "an operator that a type does not have names both",
    arguments: [
      ("bool > ‸TRUE", "Operator '>' not supported for type 'bool' of 'Scalars.bool'."),
      ("objectId < ‸oid(0123456789abcdef01234567)", "Operator '<' not supported for type 'objectId' of 'Scalars.objectId'."),
      ("uuid >= ‸uuid(00112233-4455-6677-8899-AABBCCDDEEFF)", "Operator '>=' not supported for type 'uuid' of 'Scalars.uuid'."),
      ("bool ‸BETWEEN {FALSE, TRUE}", "Operator 'BETWEEN' not supported for type 'bool' of 'Scalars.bool'."),
      ("data ‸BETWEEN {%@, %@}", "Operator 'BETWEEN' not supported for type 'data' of 'Scalars.data'."),
      ("uuid ‸BETWEEN {%@, %@}", "Operator 'BETWEEN' not supported for type 'uuid' of 'Scalars.uuid'."),
      ("date CONTAINS ‸'a'", "Operator 'CONTAINS' not supported for type 'date' of 'Scalars.date'."),
      ("double LIKE ‸'a'", "Operator 'LIKE' not supported for type 'double' of 'Scalars.double'."),
      ("uuid BEGINSWITH ‸'a'", "Operator 'BEGINSWITH' not supported for type 'uuid' of 'Scalars.uuid'."),
      ("bool ENDSWITH ‸'a'", "Operator 'ENDSWITH' not supported for type 'bool' of 'Scalars.bool'."),
      ("objectId ‸BETWEEN {%@, %@}", "Operator 'BETWEEN' not supported for type 'objectId' of 'Scalars.objectId'."),
      ("string ‸TEXT 'a'", "'TEXT' is not supported: there are no full-text indexes."),
    ])
  func operators(marked: String, message: String) throws {
    let found = self.message(marked, [Data(), Data()], try memoryRealm().objects(Scalars.self))
    #expect(found.0 == message)
    #expect(found.isPlaced)
  }

  @Test(
    "a value suits the type of the property",
    arguments: [
      ("int == ‸'a'", "Cannot compare value 'a' of type 'String' to property 'Scalars.int' of type 'int'."),
      ("int == ‸T0:0", "Cannot compare value 'T0:0' of type 'Date' to property 'Scalars.int' of type 'int'."),
      ("float == ‸'a'", "Cannot compare value 'a' of type 'String' to property 'Scalars.float' of type 'float'."),
      ("double == ‸TRUE", "Cannot compare value 'true' of type 'Bool' to property 'Scalars.double' of type 'double'."),
      ("bool == ‸2", "Cannot compare value '2' of type 'Int' to property 'Scalars.bool' of type 'bool'."),
      ("bool == ‸'yes'", "Cannot compare value 'yes' of type 'String' to property 'Scalars.bool' of type 'bool'."),
      ("string == ‸1.5", "Cannot compare value '1.5' of type 'Double' to property 'Scalars.string' of type 'string'."),
      (
        "date == ‸'2020'",
        "Cannot compare value '2020' of type 'String' to property 'Scalars.date' of type 'date'. Write a date as 2024-12-31 or 2024-12-31T23:59:59Z."
      ),
      (
        "date == ‸3",
        "Cannot compare value '3' of type 'Int' to property 'Scalars.date' of type 'date'. Write a date as 2024-12-31 or 2024-12-31T23:59:59Z."
      ),
      ("data == ‸3", "Cannot compare value '3' of type 'Int' to property 'Scalars.data' of type 'data'."),
      ("decimal == ‸'x'", "Cannot compare value 'x' of type 'String' to property 'Scalars.decimal' of type 'decimal128'."),
      (
        "objectId == ‸'0123456789abcdef01234567'",
        "Cannot compare value '0123456789abcdef01234567' of type 'String' to property 'Scalars.objectId' of type 'objectId'."
      ),
      ("uuid == ‸'no'", "Cannot compare value 'no' of type 'String' to property 'Scalars.uuid' of type 'uuid'."),
      ("int == ‸nil", "'Scalars.int' is never nil: it is not optional."),
      ("bool == ‸nil", "'Scalars.bool' is never nil: it is not optional."),
      ("anyInt ‸== anyString", "Property type mismatch between int and string."),
      ("date ‸== int", "Property type mismatch between date and int."),
      ("objectId ‸== uuid", "Property type mismatch between objectId and uuid."),
      ("int BETWEEN {1, ‸'a'}", "Cannot compare value 'a' of type 'String' to property 'Scalars.int' of type 'int'."),
      ("int BETWEEN {1, ‸int}", "A list may contain only values; write text in quotes."),
      ("int IN {1, ‸'a'}", "Cannot compare value 'a' of type 'String' to property 'Scalars.int' of type 'int'."),
      ("int ‸IN %@", "'IN' must compare a property with a list of values, '{1, 2}' or an array as an argument."),
      ("int ‸BETWEEN %@", "'BETWEEN' must compare a property with two values, '{1, 5}'."),
      ("data == ‸B64\"%\"", "This is not base64."),
    ])
  func values(marked: String, message: String) throws {
    let found = self.message(marked, [3], try memoryRealm().objects(Scalars.self))
    #expect(found.0 == message)
    #expect(found.isPlaced)
  }

  @Test(
    "constants of another form are accepted if the property can be compared with them",
    arguments: [
      "int == 3.0", "int > 1.5", "float == 1e300", "double == 1", "bool == 1", "bool == 0", "decimal == '1.5'", "decimal == 1.5",
      "uuid == '00112233-4455-6677-8899-AABBCCDDEEFF'", "data == 'text'", "anyInt == nil", "int == double", "decimal < int",
      "float == decimal", "5 < int", "string IN[c] {'a'}", "data ==[c] 'a'", "int + 1 == double * 2", "int == TRUE",
      // There are no letters in both cases.
      "int ==[c] 3", "uuid IN[c] {'00112233-4455-6677-8899-AABBCCDDEEFF'}",
    ])
  func allowed(text: String) throws {
    #expect(message(text, [], try memoryRealm().objects(Scalars.self)).0 == nil)
  }

  @Test(
    "operations that a collection of values or an aggregate does not support are refused",
    arguments: [
      ("ints.‸x == 1", "Invalid keypath: 'Lists.ints' holds values, not objects, so only an operation such as '@count' can follow it."),
      ("strings.‸@min == 'a'", "Invalid keypath: @min can only be applied to a collection of numeric values."),
      ("dates.‸@sum == 1", "Invalid keypath: @sum can only be applied to a collection of numeric values."),
      ("dates.‸@avg == 1", "Invalid keypath: @avg can only be applied to a collection of numeric values."),
      ("ints.‸@max.@count == 1", "Invalid keypath: at most one collection operation per keypath is supported."),
      ("ints.@count == ‸nil", "@count can only be compared with a numeric value."),
      ("ints.@min == ‸'a'", "Cannot compare value 'a' of type 'String' to property 'Lists.ints' of type 'int'."),
      (
        "dates.@max == ‸3",
        "Cannot compare value '3' of type 'Int' to property 'Lists.dates' of type 'date'. Write a date as 2024-12-31 or 2024-12-31T23:59:59Z."
      ),
      ("nodes.‸@avg.label == 'a'", "Invalid keypath: @avg must be followed by a numeric property."),
      (
        "nodes.@max.weight.‸x == 1",
        "Invalid keypath: Property 'Node.weight' is not a link or collection and can only appear at the end of a keypath."
      ),
      ("ints.‸@allValues == 1", "'@allValues' must follow a map, and 'Lists.ints' is not one."),
      ("ints[‸'a'] == 1", "'Lists.ints' is a list: its elements have positions, not keys."),
    ])
  func collections(marked: String, message: String) throws {
    let found = self.message(marked, [], try memoryRealm().objects(Lists.self))
    #expect(found.0 == message)
    #expect(found.isPlaced)
  }

  @Test(
    "a negative position is refused in a list and in a value of any type",
    arguments: ["list[‸%@] == 1", "any[‸%@] == 1", "any['a'][‸%@] == 1", "list[0][‸%@] == 1"])
  func negative(marked: String) throws {
    let all = try memoryRealm(ValueSchema.types).objects(Anything.self)
    #expect(message(marked, [0], all).0 == nil)
    let found = message(marked, [-1], all)
    #expect(found.0 == "A position must not be negative.")
    #expect(found.isPlaced)
  }

  @Test(
    "keys of maps and places in values of any type",
    arguments: [
      ("map[‸0] == 1", "Keys of the map 'Anything.map' are text: write them in quotes."),
      ("map.@allKeys == ‸1", "Cannot compare value '1' of type 'Int' to property 'Anything.map.@allKeys' of type 'string'."),
      (
        "map.@allKeys.‸x == 'a'",
        "Invalid keypath: 'Anything.map.@allKeys' holds values, not objects, so only an operation such as '@count' can follow it."
      ),
      ("any[‸9223372036854775808] == 1", "'9223372036854775808' is too large for an integer of 64 bits."),
      ("any[‸1.5] == 1", "Expected a key in quotes, a position, or '*' for any element, found '1.5'."),
      ("any.@type > ‸'int'", "'@type' can only be compared with '==', '!=' or 'IN'."),
      ("any.@type == ‸'text'", "'text' is not the name of a type: write 'string', 'int', 'numeric', 'list' …"),
      ("any.@type == ‸3", "'3' is not the name of a type: write 'string', 'int', 'numeric', 'list' …"),
      ("list[‸'a'] == 1", "'Anything.list' is a list: its elements have positions, not keys."),
      ("any ‸> %@", "A list of values must follow 'IN' or 'BETWEEN', or be compared with a list by '==' or '!='."),
    ])
  func anyValues(marked: String, message: String) throws {
    let found = self.message(marked, [[1, 2]], try memoryRealm(ValueSchema.types).objects(Anything.self))
    #expect(found.0 == message)
    #expect(found.isPlaced)
  }
}
