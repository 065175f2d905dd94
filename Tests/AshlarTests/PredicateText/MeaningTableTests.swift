import Foundation
import Kinds
import Testing

@testable import Ashlar

/// The tables of what conditions mean: text, nil, quantifiers, values of any type.
@Suite("Tables of what conditions mean")
struct MeaningTableTests {
  @Test(
    "text is compared byte by byte, in both cases of Latin-1, or without marks in all scripts",
    arguments: [
      // The stored text, the other, and whether they are equal plainly, with [c], [d] and [cd].
      ("a", "a", "plain c d cd"), ("a", "A", "c cd"), ("é", "É", "c cd"), ("é", "e", "d cd"), ("É", "e", "cd"),
      ("\u{E9}", "e\u{301}", "d cd"), ("ÿ", "Ÿ", "cd"), ("×", "÷", ""), ("ß", "SS", "cd"), ("ПРИВЕТ", "привет", "cd"),
      ("Σίσυφος", "σισυφοσ", "cd"), ("İ", "i", "cd"), ("ı", "i", ""), ("Å", "A", "d cd"), ("Å", "å", "c cd"), ("ё", "е", "d cd"),
      ("ﬁ", "fi", "cd"), ("Ø", "O", ""), ("", "", "plain c d cd"),
    ])
  func folding(stored: String, other: String, equal: String) throws {
    let realm = try memoryRealm()
    try realm.write { _ = realm.create(Scalars.self, value: ["string": stored, "data": Data(stored.utf8)]) }
    let all = realm.objects(Scalars.self)
    let expected = Set(equal.split(separator: " ").map(String.init))
    for (name, options) in [
      ("plain", []), ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("cd", [.caseInsensitive, .diacriticInsensitive]),
    ]
      as [(String, StringOptions)]
    {
      let isEqual = expected.contains(name)
      let letters = name == "plain" ? "" : "[\(name)]"
      #expect((all.where { $0.string.equals(other, options: options) }.count == 1) == isEqual, "==\(letters)")
      #expect((all.where { $0.string.notEquals(other, options: options) }.count == 1) != isEqual, "!=\(letters)")
      #expect((all.filter("string ==\(letters) %@", other).count == 1) == isEqual)
      #expect((all.filter("string IN\(letters) %@", ["none", other]).count == 1) == isEqual)
      #expect((all.filter("string LIKE\(letters) %@", other).count == 1) == isEqual, "LIKE\(letters)")
      #expect((all.filter("string LIKE\(letters) %@", other + "*").count == 1) == isEqual, "LIKE\(letters) with '*'")
      #expect((all.where { $0.data.equals(Data(other.utf8), options: options) }.count == 1) == isEqual, "data ==\(letters)")
      if !other.isEmpty {
        #expect(all.where { $0.string.starts(with: other, options: options) }.count == (isEqual ? 1 : 0), "BEGINSWITH\(letters)")
        #expect(all.filter("string ENDSWITH\(letters) %@", other).count == (isEqual ? 1 : 0), "ENDSWITH\(letters)")
        #expect(all.filter("data CONTAINS\(letters) %@", Data(other.utf8)).count == (isEqual ? 1 : 0), "data CONTAINS\(letters)")
      } else {
        #expect(all.filter("string CONTAINS\(letters) %@", other).isEmpty)
      }
    }
  }

  @Test(
    "nil equals nil, and is neither less nor greater but for text and data, which it comes before",
    arguments: [
      // The operator; whether it holds for nil and nil, nil and a value, a value and nil: of numbers, then of text.
      ("==", "yes no no", "yes no no"), ("!=", "no yes yes", "no yes yes"), ("<", "no no no", "no yes no"), (">", "no no no", "no no yes"),
      ("<=", "yes no no", "yes yes no"), (">=", "yes no no", "yes no yes"),
    ])
  func nils(relation: String, numbers: String, text: String) throws {
    let realm = try memoryRealm()
    try realm.write {
      _ = realm.create(Scalars.self)
      _ = realm.create(Scalars.self, value: ["anyInt": 3, "anyDouble": 3.0, "anyString": "x", "anyData": Data([1]), "anyDate": Date()])
    }
    let all = realm.objects(Scalars.self)
    func holds(_ name: String, _ isNil: Bool, _ value: Any) -> String {
      all.filter("\(name) \(relation) %@", value).contains { ($0.anyInt == nil) == isNil } ? "yes" : "no"
    }
    for (name, value, table) in [
      ("anyInt", 3, numbers), ("anyDouble", 3.0, numbers), ("anyDate", Date.distantPast, numbers), ("anyString", "x", text),
      ("anyData", Data([1]), text),
    ] as [(String, Any, String)] {
      let null: Any = Any?.none as Any
      let found = [holds(name, true, null), holds(name, true, value), holds(name, false, null)].joined(separator: " ")
      #expect(found == table, "\(name) \(relation)")
    }
  }

  @Test(
    "a pattern without diacritics matches letters with and without marks, each of which is one character",
    arguments: [
      ("José Ñandú", "jose*", "cd"), ("José Ñandú", "Jose *", "d cd"), ("José Ñandú", "*n?ndu", "cd"), ("Jose\u{301}", "Jos?", "d cd"),
      ("José", "José", "plain c d cd"), ("Jose", "Jos\u{E9}", "d cd"), ("José", "Jos??", ""), ("ÉCOLE", "?cole", "c cd"),
    ])
  func patterns(stored: String, pattern: String, matching: String) throws {
    let realm = try memoryRealm()
    try realm.write { _ = realm.create(Scalars.self, value: ["string": stored, "data": Data(stored.utf8), "anyString": pattern]) }
    let all = realm.objects(Scalars.self)
    let expected = Set(matching.split(separator: " ").map(String.init))
    for (name, letters) in [("plain", ""), ("c", "[c]"), ("d", "[d]"), ("cd", "[cd]")] {
      let count = expected.contains(name) ? 1 : 0
      #expect(all.filter("string LIKE\(letters) %@", pattern).count == count, "LIKE\(letters)")
      #expect(all.filter("data LIKE\(letters) %@", Data(pattern.utf8)).count == count, "data LIKE\(letters)")
      #expect(all.filter("string LIKE\(letters) anyString").count == count, "LIKE\(letters) another property")
    }
  }

  @Test("text of nil, and empty text, is in no text; a pattern of nil is that of nil alone")
  func substrings() throws {
    let realm = try memoryRealm()
    try realm.write {
      _ = realm.create(Scalars.self, value: ["int": 0])
      _ = realm.create(Scalars.self, value: ["int": 1, "anyString": ""])
      _ = realm.create(Scalars.self, value: ["int": 2, "anyString": "a"])
    }
    let all = realm.objects(Scalars.self)
    let null: Any = Any?.none as Any
    for relation in ["CONTAINS", "BEGINSWITH", "ENDSWITH"] {
      #expect(all.filter("anyString \(relation) %@", "").isEmpty)
      #expect(all.filter("anyString \(relation) %@", null).isEmpty)
      #expect(all.filter("anyString \(relation) anyString").map(\.int) == [2])
    }
    #expect(all.filter("anyString LIKE nil").map(\.int) == [0])
    for letters in ["", "[c]", "[d]", "[cd]"] { #expect(all.filter("anyString LIKE\(letters) '*'").map(\.int) == [1, 2]) }
    #expect(all.filter("anyString LIKE[d] nil").map(\.int) == [0])
    // Options have no effect where there is no text.
    #expect(all.filter("anyInt ==[c] nil AND int !=[cd] 1").map(\.int) == [0, 2])
    #expect(all.filter("int IN[d] {0, 2}").map(\.int) == [0, 2])
    #expect(all.filter("anyString LIKE anyString").map(\.int) == [0, 1, 2])
    #expect(all.where { $0.anyString.equals(nil, options: [.caseInsensitive, .diacriticInsensitive]) }.map(\.int) == [0])
    #expect(all.where { $0.anyString.notEquals("A", options: .caseInsensitive) }.map(\.int) == [0, 1])
    #expect(all.filter("anyString.length == 0").map(\.int) == [1])
    #expect(all.filter("anyString.length == anyString.length").map(\.int) == [0, 1, 2])
  }

  @Test(
    "quantifiers and aggregates of collections that are empty and of others",
    arguments: [
      // Whether it holds for no elements, for 3, and for 3 and 5.
      ("ANY ints == 3", "no yes yes"), ("ALL ints == 3", "yes yes no"), ("NONE ints == 3", "yes no no"),
      ("NOT ANY ints == 5", "yes yes no"),
      ("ANY ints != 3", "no no yes"), ("3 IN ints", "no yes yes"), ("ANY ints IN {5, 7}", "no no yes"), ("ints.@count == 0", "yes no no"),
      ("ints.@min < 4", "no yes yes"), ("ints.@max > 4", "no no yes"), ("ints.@avg == 4", "no no yes"), ("ints.@avg < 3.5", "no yes no"),
      ("ints.@sum == 0", "yes no no"), ("ints.@sum == 8", "no no yes"), ("ints.@min == nil", "yes no no"),
      ("ints.@min != nil", "no yes yes"),
      ("ints.@sum == nil", "no no no"), ("ANY ints BETWEEN {4, 6}", "no no yes"), ("ANY ints BETWEEN {4, 4}", "no no no"),
      ("ints.@min + ints.@max == 8", "no no yes"), ("ints.@max == ints.@count + 2", "no yes no"), ("ints.@sum / 0 == nil", "yes yes yes"),
      ("ints.@sum - 3 >= 0", "no yes yes"), ("-1 * ints.@sum < -3", "no no yes"), ("ints.@max * 1.5 == 4.5", "no yes no"),
    ])
  func quantifiers(text: String, expected: String) throws {
    let realm = try memoryRealm()
    try realm.write {
      for ints in [[], [3], [3, 5]] { _ = realm.create(Lists.self, value: ["ints": ints]) }
    }
    let all = realm.objects(Lists.self)
    let found = all.map { object in all.filter(text).contains { $0.isSameObject(as: object) } ? "yes" : "no" }
    #expect(found.joined(separator: " ") == expected)
  }

  @Test(
    "the type of values of a collection is asked of any, each or none of them",
    arguments: [
      ("ANY list.@type == 'int'", [1, 3]), ("list.@type == 'int'", [1, 3]), ("ALL list.@type == 'int'", [0, 1]),
      ("NONE list.@type == 'int'", [0, 2]), ("ALL list.@type != 'int'", [0, 2]), ("NONE list.@type IN {'int', 'string'}", [0]),
      ("ALL list.@type IN {'int', 'string'}", [0, 1, 2, 3]),
    ])
  func types(text: String, wanted: [Int]) throws {
    let realm = try memoryRealm(ValueSchema.types)
    try realm.write {
      for (index, list) in ([[], [1], ["x"], [1, "x"]] as [[Any]]).enumerated() {
        _ = realm.create(Anything.self, value: ["id": index, "list": list] as [String: Any])
      }
    }
    #expect(realm.objects(Anything.self).filter(text).map(\.id) == wanted)
  }

  @Test("a collection behind a link that is nil is empty")
  func nilLinks() throws {
    let realm = try memoryRealm()
    try realm.write { _ = realm.create(Node.self) }
    let all = realm.objects(Node.self)
    #expect(all.filter("next.children.@count == 0").count == 1)
    #expect(all.filter("next.children.@sum.weight == 0 AND next.children.@max.weight == nil").count == 1)
    #expect(all.filter("ANY next.children.weight == 0").isEmpty)
    #expect(all.filter("SUBQUERY(next.children, $x, TRUEPREDICATE).@count == 0").count == 1)
  }

  @Test("objects are compared with themselves")
  func objects() throws {
    let realm = try memoryRealm()
    let nodes = try realm.write {
      let nodes = (0..<4).map { Node(value: ["weight": $0]) }
      nodes[0].children.append(objectsIn: [nodes[1], nodes[2], nodes[2]])
      realm.add(nodes)
      return nodes
    }
    let all = realm.objects(Node.self)
    #expect(all.filter("SELF == %@", nodes[1]).map(\.weight) == [1])
    #expect(all.filter("SELF != %@", nodes[1]).map(\.weight) == [0, 2, 3])
    #expect(all.filter("self IN %@", [nodes[1], nodes[3]]).map(\.weight) == [1, 3])
    #expect(all.where { $0 == nodes[1] }.map(\.weight) == [1])
    #expect(all.where { $0.in([nodes[3], Node()]) }.map(\.weight) == [3])
    #expect(all.filter("SELF == %@", Node()).isEmpty)
    #expect(all.filter("SUBQUERY(children, $x, $x == %@).@count == 2", nodes[2]).map(\.weight) == [0])
    #expect(all.filter("SUBQUERY(children, $x, SUBQUERY($x.parents, $y, $y.weight == 0).@count > 0).@count == 3").map(\.weight) == [0])
  }

  @Test(
    "a value of any type equals what compares with it: numbers by value, text as data of the same bytes",
    arguments: [
      ("any == 3", ["int", "double"]), ("any == 3.5", ["decimal"]), ("any > 3", ["decimal"]), ("any < 4", ["int", "double", "decimal"]),
      ("any == TRUE", ["bool"]), ("any == 1", []), ("any == 'x'", ["string", "data"]),
      ("any != 3", ["bool", "decimal", "string", "data", "none", "list"]),
      ("any == nil", ["none"]), ("any CONTAINS 'x'", ["string", "data"]), ("any LIKE '?'", ["string", "data"]),
      ("any ==[c] 'X'", ["string", "data"]),
      ("any.@type == 'numeric'", ["int", "double", "decimal"]), ("any.@type IN {'string', 'bool'}", ["bool", "string"]),
      ("any.@type != 'list'", ["bool", "int", "double", "decimal", "string", "data", "none"]), ("any[0] == 1", ["list"]),
      ("any[*] == 'x'", ["list"]), ("any[7] == nil", ["bool", "int", "double", "decimal", "string", "data", "none", "list"]),
      ("any BETWEEN {3, 4}", ["int", "double", "decimal"]), ("any IN {3, 'x'}", ["int", "double", "string", "data"]),
      ("any + 1 == 4", ["int", "double"]), ("any IN[d] {3, 'X'}", ["int", "double"]),
      ("any IN[cd] {3, 'X'}", ["int", "double", "string", "data"]), ("any ==[d] 3", ["int", "double"]), ("any ==[d] nil", ["none"]),
    ])
  func anyValues(text: String, expected: [String]) throws {
    let realm = try memoryRealm(ValueSchema.types)
    let list = List<AnyRealmValue>()
    list.append(objectsIn: [.int(1), .string("x")])
    let values: [(String, AnyRealmValue)] = [
      ("bool", .bool(true)), ("int", .int(3)), ("double", .double(3)), ("decimal", .decimal128(try Decimal128(string: "3.5"))),
      ("string", .string("x")),
      ("data", .data(Data("x".utf8))), ("none", .none), ("list", .list(list)),
    ]
    try realm.write {
      for (index, value) in values.enumerated() { _ = realm.create(Anything.self, value: ["id": index, "any": value.1]) }
    }
    #expect(realm.objects(Anything.self).filter(text).map { values[$0.id].0 } == expected)
  }
}
