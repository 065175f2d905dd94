import Ashlar
import Atlas
import Foundation
import Kinds
import Testing
import TestSupport
import TestTraits

@Suite("Conditions in text")
struct PredicateTextTests {
  private func nodes() throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write {
      let nodes = (0..<6).map { Node(value: ["label": "node \($0)", "weight": $0]) }
      for (index, node) in nodes.enumerated() {
        node.next = index == 5 ? nil : nodes[index + 1]
        node.children.append(objectsIn: nodes[..<index])
        if index % 2 == 0 { node.part = Part(value: ["size": Double(index)]) }
      }
      realm.add(nodes)
    }
    return realm.objects(Node.self)
  }

  @Test(
    "conditions in text select the expected objects",
    arguments: [
      ("weight == 3", [3]), ("weight = 3", [3]), ("weight != 3", [0, 1, 2, 4, 5]), ("weight <> 3", [0, 1, 2, 4, 5]),
      ("3 < weight", [4, 5]), ("3 >= weight", [0, 1, 2, 3]), ("weight => 4", [4, 5]), ("weight == +3", [3]),
      ("weight > -1 AND weight < 1", [0]),
      ("weight == 0x3", [3]), ("weight == 0b11", [3]), ("weight == 3.0", [3]), ("weight > 2.5 AND weight < 3.5", [3]),
      ("weight == 2.5", []),
      ("weight < inf", [0, 1, 2, 3, 4, 5]), ("weight == nan", []), ("weight == -9223372036854775808", []),
      ("weight == 1 OR weight == 2 AND weight == 3", [1]), ("(weight == 1 OR weight == 2) AND NOT weight == 1", [2]),
      ("!weight == 1 and !(weight == 2)", [0, 3, 4, 5]), ("NOT NOT weight == 1", [1]), ("TRUEPREDICATE AND weight == 1", [1]),
      ("FALSEPREDICATE", []), ("(weight) == 1", [1]), ("(1) == weight", [1]), ("((weight == 1))", [1]),
      ("weight BETWEEN {1, 3}", [1, 2, 3]), ("weight between {3, 1}", []), ("weight IN {1, 5, 7}", [1, 5]), ("weight IN {}", []),
      ("label == 'node 1'", [1]), ("label == \"node 1\"", [1]), ("label ==[c] 'NODE 1'", [1]), ("label !=[c] 'NODE 1'", [0, 2, 3, 4, 5]),
      ("label BEGINSWITH 'node'", [0, 1, 2, 3, 4, 5]), ("label beginswith[c] 'NODE'", [0, 1, 2, 3, 4, 5]), ("label ENDSWITH '4'", [4]),
      ("label CONTAINS 'e 2'", [2]), ("label CONTAINS ''", []), ("label LIKE '*3'", [3]), ("label LIKE[c] 'NODE ?'", [0, 1, 2, 3, 4, 5]),
      ("label LIKE 'node'", []), ("label IN {'node 1', 'x'}", [1]), ("label IN[c] {'NODE 1', 'x'}", [1]),
      ("label == 'node\\u0020\\x31'", [1]),
      ("next == nil", [5]), ("next != NULL", [0, 1, 2, 3, 4]), ("next.weight == 3", [2]), ("next.next.label ENDSWITH '5'", [3]),
      ("next.weight == nil", [5]), ("part.size > 1", [2, 4]), ("part.size == nil", [1, 3, 5]), ("next.weight > weight", [0, 1, 2, 3, 4]),
      ("ANY children.weight == 3", [4, 5]), ("children.weight == 3", [4, 5]), ("SOME children.weight == 3", [4, 5]),
      ("NONE children.weight == 3", [0, 1, 2, 3]), ("ALL children.weight < 3", [0, 1, 2, 3]), ("ALL children.weight != 0", [0]),
      ("ANY children.label LIKE '*4'", [5]), ("ALL children.label ENDSWITH '0'", [0, 1]), ("ANY children.weight BETWEEN {3, 9}", [4, 5]),
      ("ANY children.weight IN {0, 9}", [1, 2, 3, 4, 5]), ("children.@count == 2", [2]), ("children.@size > 3", [4, 5]),
      ("2 == children.@count", [2]),
      ("ANY parents.weight == 5", [0, 1, 2, 3, 4]), ("parents.@count == 0", [5]), ("#weight == 3", [3]), ("previous.weight == 0", [1]),
    ] as [(String, [Int])])
  func meaning(text: String, wanted: [Int]) throws {
    #expect(try nodes().filter(text).map(\.weight) == wanted)
  }

  @Test("take arguments by their order or by their number, and never as part of the text")
  func arguments() throws {
    let nodes = try nodes()
    #expect(nodes.filter("weight > %@ AND weight < %d", 1, 4).map(\.weight) == [2, 3])
    #expect(nodes.filter("weight < $1 AND weight > $0", 1, 4).map(\.weight) == [2, 3])
    #expect(nodes.filter("$0 < weight AND weight != $0 AND weight < 3", 1).map(\.weight) == [2])
    #expect(nodes.filter("%K > %@", "weight", 4).map(\.weight) == [5])
    #expect(nodes.filter("$K0 == 3", "next.weight").map(\.weight) == [2])
    #expect(nodes.filter("%K == 2", "children.@count").map(\.weight) == [2])
    #expect(nodes.filter("weight IN %@", [1, 2]).map(\.weight) == [1, 2])
    #expect(nodes.filter("weight IN %@", Set([1, 2])).map(\.weight) == [1, 2])
    #expect(nodes.filter("weight BETWEEN %@", [1, 2]).map(\.weight) == [1, 2])
    let list = List<Int>()
    list.append(1)
    #expect(nodes.filter("weight IN %@", list).map(\.weight) == [1])
    #expect(nodes.filter("weight == %@", UInt8(2)).map(\.weight) == [2])
    #expect(nodes.filter("weight == %@", UInt64(2)).map(\.weight) == [2])
    #expect(nodes.filter("weight < %@", UInt64.max).count == 6)
    #expect(nodes.filter("weight == %@", AnyRealmValue.int(2)).map(\.weight) == [2])
    #expect(nodes.filter("next == %@", nodes[3]).map(\.weight) == [2])
    #expect(nodes.filter("%@ IN children", nodes[4]).map(\.weight) == [5])
    #expect(nodes.filter("next == %@", Optional<Node>.none as Any).map(\.weight) == [5])
    #expect(nodes.filter("next == %@", NSNull()).map(\.weight) == [5])
    #expect(nodes.filter("next != %@", Node()).count == 6)
    #expect(nodes.filter("label == %@", "' OR weight > 0 OR label == '").isEmpty)
    #expect(nodes.filter("label == '%@'").isEmpty)
  }

  @Test("find the position of the first object, and chain with other conditions and orders")
  func chaining() throws {
    let nodes = try nodes()
    #expect(nodes.index(matching: "weight > %@", 2) == 3)
    #expect(nodes.index(matching: RealmPredicate(value: false)) == nil)
    #expect(nodes.sorted(byKeyPath: "weight", ascending: false).filter("weight < 3").where { $0.weight > 0 }.map(\.weight) == [2, 1])
    #expect(nodes[5].children.filter("weight > 2").map(\.weight) == [3, 4])
    #expect(nodes[0].parents.filter("weight > 3").map(\.weight) == [4, 5])
    let live = nodes.filter(RealmPredicate(format: "weight > $0", 4))
    try nodes.realm?.write { nodes[0].weight = 10 }
    #expect(live.map(\.weight) == [10, 5])
    #expect(nodes.freeze().filter("weight == 10").count == 1)
    #expect(live.freeze().count == 2)
    #expect("\(RealmPredicate(format: "weight > $0", 4))" == "weight > $0")
  }

  @Test("compare every type of value, written or as an argument")
  func types() throws {
    let realm = try memoryRealm()
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    let id = try ObjectId(string: "0123456789abcdef01234567")
    let date = Date(timeIntervalSince1970: 1_600_000_000.5)
    try realm.write {
      let row = realm.create(Scalars.self)
      (row.bool, row.int8, row.float, row.double, row.data) = (true, 7, 1.1, 2.5, Data([1, 2]))
      (row.date, row.objectId, row.uuid, row.shade, row.level) = (date, id, uuid, .light, .top)
      row.decimal = 1.5
    }
    let all = realm.objects(Scalars.self)
    for text in [
      "bool", "bool == YES", "bool == 1", "bool != false", "NOT bool == no", "int8 == 7", "float == 1.1", "double == 25e-1",
      "decimal == '1.50'",
      "decimal > 1 AND decimal < 2", "data == B64\"AQI=\"", "data == binary('\\x01\\x02')",
      "uuid == uuid(00112233-4455-6677-8899-aabbccddeeff)",
      "uuid == '00112233-4455-6677-8899-AABBCCDDEEFF'", "objectId == oid(0123456789abcdef01234567)", "date == T1600000000:500000000",
      "date == 2020-09-13@12:26:40:500000000", "date > 2020-09-13T12:26:40", "shade == 'light'", "level == 7", "anyInt == nil",
      "anyString == nil",
      "anyString != 'x'", "anyInt IN {1, nil}", "anyLevel == NIL",
    ] {
      #expect(all.filter(text).count == 1, "\(text)")
      #expect(all.filter("NOT (\(text))").isEmpty, "\(text)")
    }
    // The same moment in every form of a date.
    for text in [
      "2020-09-13@12:26:40:500000000", "2020-09-13T12:26:40.5Z", "2020-09-13T12:26:40.5", "2020-09-13T14:26:40.500+02:00",
      "'2020-09-13T12:26:40.5Z'", "'2020-09-12T22:56:40.5-13:30'",
    ] {
      #expect(all.filter("date == \(text)").count == 1, "\(text)")
    }
    #expect(all.filter("date > 2020-09-13 AND date < 2020-09-14").count == 1)
    #expect(all.filter("date BETWEEN {'2020-09-13T12:26Z', 2020-09-13T12:27Z}").count == 1)
    #expect(all.filter("date >= %@", "2020-09-14").isEmpty)
    let arguments: [(String, Any)] = [
      ("bool", true), ("int8", Int8(7)), ("float", Float(1.1)), ("double", 2.5), ("decimal", Decimal128(1.5)), ("data", Data([1, 2])),
      ("date", date),
      ("objectId", id), ("uuid", uuid), ("shade", Shade.light), ("level", Level.top), ("level", 7), ("anyInt", Int?.none as Any),
    ]
    for (name, value) in arguments {
      #expect(all.filter("%K == %@", name, value).count == 1, "\(name)")
      #expect(all.filter("%@ != %K", value, name).isEmpty, "\(name)")
      #expect(all.filter("%K IN %@", name, [value]).count == 1, "\(name)")
    }
  }

  @Test("reach the keys and values of maps, and what lies in values of any type")
  func subscripts() throws {
    let realm = try memoryRealm()
    try realm.write {
      for index in 0..<3 {
        let row = realm.create(Place.self, value: ["name": "place \(index)"])
        row.scores["a"] = index
        if index == 1 { row.scores["b"] = 9 }
        row.anything = index == 2 ? .none : .fromDictionary(["k": .fromArray([.int(index), .string("x")])])
      }
    }
    let all = realm.objects(Place.self)
    let wanted: [(String, Int)] = [
      ("scores['a'] == 1", 1), ("scores['b'] == nil", 2), ("scores['b'] != 9", 2), ("ANY scores.@allKeys == 'b'", 1),
      ("ANY scores.@keys BEGINSWITH 'a'", 3),
      ("ANY scores.@allValues == 9", 1), ("ANY scores == 9", 1), ("scores.@count == 2", 1), ("ALL scores > 0", 2),
      ("anything['k'][0] == 1", 1), ("anything['k'][1] == 'x'", 2),
      ("anything['k'][7] == nil", 3), ("anything['k'][*] == 'x'", 2), ("anything['k'][#any] == 0", 1), ("anything == nil", 1),
      ("anything['k'][1] CONTAINS[c] 'X'", 2),
    ]
    for (text, count) in wanted { #expect(all.filter(text).count == count, "\(text)") }
    #expect(all.filter("scores[%@] == %@", "a", 2).count == 1)
    #expect(all.filter("anything[%@][%@] == %@", "k", 0, 1).count == 1)
    #expect(all.filter("anything[%@][%K] == %@", "k", "#any", "x").count == 2)
  }

  @Test("that are cut, mixed and doubled are understood or refused with a place in the text, and never stop the program")
  func mixtures() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let words = [
      "weight", "label", "next", "children", ".", "[", "]", "(", ")", "{", "}", ",", "'", "\"", "a", "%@", "%K", "$0", "$x", "@count", "#",
      "3",
      "-", "1.5", "0x", "==", "<", "!", "&&", "OR", "AND", "NOT", "ANY", "ALL", "NONE", "IN", "BETWEEN", "LIKE", "CONTAINS[c]", "nil",
      "TRUE", "T1:2",
      "2020-01-01@", "uuid(", "oid(0)", "B64\"", "é", "\\", "\u{0}", "💥", "inf", "SELF", "SUBQUERY", " ", "\n",
    ]
    let sentences = [
      ["weight", "==", "3"], ["label", "LIKE", "'a'"], ["ANY", "children", ".", "weight", "IN", "{", "1", ",", "%@", "}"],
      ["next", "!=", "nil"],
      ["NOT", "(", "$0", "<=", "children", ".", "@count", ")"], ["ALL", "parents", ".", "label", "CONTAINS[c]", "$1"], ["%K", "==", "$0"],
    ]
    let nodes = try nodes()
    var understood = 0
    for round in 0..<rounds(.predicateTexts) {
      var parts = random.pick(sentences)
      for _ in 0..<random.below(3) { parts += [random.pick(["AND", "||"])] + random.pick(sentences) }
      for _ in 0..<random.below(4) {
        let place = random.below(parts.count + 1)
        switch random.below(3) {
        case 0: parts.insert(random.pick(words), at: place)
        case 1 where place < parts.count && parts.count > 1: parts.remove(at: place)
        default: parts.swapAt(random.below(parts.count), random.below(parts.count))
        }
      }
      let text = parts.joined(separator: random.once(in: 4) ? "" : " ")
      do throws(RealmPredicateError) {
        let arguments = ([3, "label", 5, "weight"] as [Any]).prefix(try RealmPredicate(parsing: text).placeholderCount)
        let predicate = try RealmPredicate(parsing: text, arguments: Array(arguments))
        try predicate.check(on: nodes)
        understood += 1
      } catch {
        #expect((0...text.count).contains(error.position), "seed \(seed), round \(round): \(text)")
      }
    }
    #expect(understood > rounds(.predicateTexts) / 20)
  }
}
