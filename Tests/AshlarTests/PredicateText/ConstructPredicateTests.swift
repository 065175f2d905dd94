import Foundation
import Kinds
import Testing

@testable import Ashlar

/// The strings that RealmSwift's own tests expect.
@Suite("Queries printed as text")
struct ConstructPredicateTests {
  private func check<T>(
    _ text: String, _ arguments: [Any], _ query: (Query<T>) -> Query<Bool>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (found, values) = query(Query<T>._constructForTesting())._constructPredicate()
    #expect(found == text, sourceLocation: sourceLocation)
    #expect("\(values)" == "\(arguments)", sourceLocation: sourceLocation)
  }

  private func nodes(
    _ text: String, _ arguments: [Any], sourceLocation: SourceLocation = #_sourceLocation, _ query: (Query<Node>) -> Query<Bool>
  ) { check(text, arguments, query, sourceLocation: sourceLocation) }

  private func scalars(
    _ text: String, _ arguments: [Any], sourceLocation: SourceLocation = #_sourceLocation, _ query: (Query<Scalars>) -> Query<Bool>
  ) { check(text, arguments, query, sourceLocation: sourceLocation) }

  private func lists(
    _ text: String, _ arguments: [Any], sourceLocation: SourceLocation = #_sourceLocation, _ query: (Query<Lists>) -> Query<Bool>
  ) { check(text, arguments, query, sourceLocation: sourceLocation) }

  private func anything(
    _ text: String, _ arguments: [Any], sourceLocation: SourceLocation = #_sourceLocation, _ query: (Query<Anything>) -> Query<Bool>
  ) { check(text, arguments, query, sourceLocation: sourceLocation) }

  private let null: Any = Any?.none as Any

  @Test("comparisons are printed as text with arguments")
  func comparisons() {
    scalars("(int == %@)", [1]) { $0.int == 1 }
    scalars("(int != %@)", [1]) { $0.int != 1 }
    scalars("(int > %@)", [1]) { $0.int > 1 }
    scalars("(int >= %@)", [1]) { $0.int >= 1 }
    scalars("(int < %@)", [1]) { $0.int < 1 }
    scalars("(int <= %@)", [1]) { $0.int <= 1 }
    scalars("(anyInt == %@)", [null]) { $0.anyInt == nil }
    scalars("(int == int)", []) { $0.int == $0.int }
    scalars("(int IN %@)", [[1, 2]]) { $0.int.in([1, 2]) }
    scalars("(int IN %@)", [[Any]()]) { $0.int.in([]) }
    scalars("((int >= %@) && (int < %@))", [1, 5]) { $0.int.contains(1..<5) }
    scalars("(int BETWEEN {%@, %@})", [1, 5]) { $0.int.contains(1...5) }
    scalars("(anyInt BETWEEN {%@, %@})", [1, 5]) { $0.anyInt.contains(1...5) }
    scalars("((string >= %@) && (string < %@))", ["a", "b"]) { $0.string.contains("a"..<"b") }
    scalars("(data > %@)", [Data([1])]) { $0.data > Data([1]) }
    scalars("(level == %@)", [7]) { $0.level == .top }
    scalars("(level > %@)", [3]) { $0.level.rawValue > 3 }
    scalars("(shade IN %@)", [["dark"]]) { $0.shade.in([.dark]) }
  }

  @Test("Bools and combinations are printed as text with arguments")
  func joined() {
    scalars("bool == true", []) { $0.bool }
    scalars("bool == false", []) { !$0.bool }
    scalars("(bool == %@)", [true]) { $0.bool == true }
    scalars("(bool == true && bool == false)", []) { $0.bool && !$0.bool }
    scalars("((int == %@) && (string == %@))", [1, "a"]) { $0.int == 1 && $0.string == "a" }
    scalars("((int == %@) || (string == %@))", [1, "a"]) { $0.int == 1 || $0.string == "a" }
    scalars("(NOT int == %@)", [1]) { !($0.int == 1) }
    scalars("(int == %@)", [1]) { !(!($0.int == 1)) }
    scalars("NOT ((int == %@) && (int != %@))", [1, 2]) { !($0.int == 1 && $0.int != 2) }
    // Lost by RealmSwift.
    scalars("NOT (int BETWEEN {%@, %@})", [1, 5]) { !$0.int.contains(1...5) }
    scalars("(((int == %@) && (int == %@)) || (int == %@))", [1, 2, 3]) { $0.int == 1 && $0.int == 2 || $0.int == 3 }
  }

  @Test("conditions on text and bytes are printed as text with arguments")
  func text() {
    scalars("(string LIKE %@)", ["f*"]) { $0.string.like("f*") }
    scalars("(string LIKE[c] %@)", ["f*"]) { $0.string.like("f*", caseInsensitive: true) }
    let options: [(StringOptions, String)] = [
      ([], ""), (.caseInsensitive, "[c]"), (.diacriticInsensitive, "[d]"), ([.caseInsensitive, .diacriticInsensitive], "[cd]"),
    ]
    for (options, text) in options {
      scalars("(string CONTAINS\(text) %@)", ["x"]) { $0.string.contains("x", options: options) }
      scalars("(string BEGINSWITH\(text) %@)", ["x"]) { $0.string.starts(with: "x", options: options) }
      scalars("(string ENDSWITH\(text) %@)", ["x"]) { $0.string.ends(with: "x", options: options) }
      scalars("(string ==\(text) %@)", ["x"]) { $0.string.equals("x", options: options) }
      scalars("(string !=\(text) %@)", ["x"]) { $0.string.notEquals("x", options: options) }
      scalars("(string CONTAINS\(text) anyString)", []) { $0.string.contains($0.anyString, options: options) }
      scalars("(string BEGINSWITH\(text) string)", []) { $0.string.starts(with: $0.string, options: options) }
      scalars("(data ENDSWITH\(text) %@)", [Data([1])]) { $0.data.ends(with: Data([1]), options: options) }
    }
    scalars("(anyString CONTAINS %@)", [null]) { $0.anyString.contains(nil) }
    scalars("(string CONTAINS %@)", [""]) { $0.string.contains("") }
    scalars("(string LIKE anyString)", []) { $0.string.like($0.anyString) }
  }

  @Test("conditions on links and collections are printed as text with arguments")
  func collections() throws {
    nodes("(next.weight == %@)", [1]) { $0.next.weight == 1 }
    nodes("(next == %@)", [null]) { $0.next == nil }
    nodes("(ANY children.weight == %@)", [1]) { $0.children.weight == 1 }
    nodes("(ANY children.weight BETWEEN {%@, %@})", [1, 2]) { $0.children.weight.contains(1...2) }
    nodes("(ANY next.children.label CONTAINS[c] %@)", ["x"]) { $0.next.children.label.contains("x", options: .caseInsensitive) }
    nodes("(next.children.@count == %@)", [2]) { $0.next.children.count == 2 }
    nodes("(children.@min.weight == %@)", [1]) { $0.children.weight.min == 1 }
    nodes("(children.@max.weight > weight)", []) { $0.children.weight.max > $0.weight }
    nodes("(children.@count > weight)", []) { $0.children.count > $0.weight }
    nodes("(children.@avg.weight > %@)", [1]) { $0.children.weight.avg > 1 }
    nodes("(children.@sum.weight <= %@)", [1]) { $0.children.weight.sum <= 1 }
    nodes("(next.children.@max.weight == %@)", [1]) { $0.next.children.weight.max == 1 }
    nodes("(next.next.weight == %@)", [1]) { $0.next.next.weight == 1 }
    nodes("(NOT ANY children.weight == %@)", [1]) { !($0.children.weight == 1) }
    lists("(ANY ints == %@)", [1]) { $0.ints == 1 }
    lists("(ANY ints < %@)", [1]) { $0.ints < 1 }
    lists("(ANY ints >= %@)", [1]) { $0.ints >= 1 }
    lists("(ANY ints <= %@)", [1]) { $0.ints <= 1 }
    lists("(NOT ANY ints == %@)", [1]) { !($0.ints == 1) }
    lists("(ANY ints != %@)", [1]) { $0.ints != 1 }
    lists("(ANY ints > %@)", [1]) { $0.ints > 1 }
    lists("(%@ IN ints)", [1]) { $0.ints.contains(1) }
    lists("(ANY ints IN %@)", [[1, 2]]) { $0.ints.containsAny(in: [1, 2]) }
    lists("((ints.@min >= %@) && (ints.@max < %@))", [1, 5]) { $0.ints.contains(1..<5) }
    lists("((ints.@min >= %@) && (ints.@max <= %@))", [1, 5]) { $0.ints.contains(1...5) }
    lists("(ints.@count == %@)", [2]) { $0.ints.count == 2 }
    lists("(ints.@min == %@)", [1]) { $0.ints.min == 1 }
    lists("(ints.@max == %@)", [1]) { $0.ints.max == 1 }
    lists("(ints.@avg == %@)", [1]) { $0.ints.avg == 1 }
    lists("(ints.@sum == %@)", [1]) { $0.ints.sum == 1 }
    lists("(ANY levels == %@)", [7]) { $0.levels == .top }
    let realm = try memoryRealm()
    let node = try realm.write { realm.create(Node.self) }
    let (text, arguments) = ((Query<Node>._constructForTesting().next == node) as Query<Bool>)._constructPredicate()
    #expect(text == "(next == %@)")
    #expect((arguments.first as? Node)?.isSameObject(as: node) == true)
  }

  @Test("conditions on maps and values of any type are printed as text with arguments")
  func mapsAndValues() {
    anything("(ANY map.@allKeys == %@)", ["k"]) { $0.map.keys == "k" }
    anything("(ANY map.@allKeys CONTAINS %@)", ["k"]) { $0.map.keys.contains("k") }
    anything("(ANY map.@allKeys BEGINSWITH %@)", ["k"]) { $0.map.keys.starts(with: "k") }
    anything("(ANY map.@allKeys LIKE %@)", ["k"]) { $0.map.keys.like("k") }
    anything("(ANY map.@allValues == %@)", [1]) { $0.map.values == .int(1) }
    anything("(map[%@] == %@)", ["k", 1]) { $0.map["k"] == .int(1) }
    anything("(%@ IN map)", [1]) { $0.map.contains(.int(1)) }
    anything("(ANY map IN %@)", [[1, 2]]) { $0.map.containsAny(in: [.int(1), .int(2)]) }
    anything("(map.@count == %@)", [1]) { $0.map.count == 1 }
    anything("(map.@min == %@)", [1]) { $0.map.min == .int(1) }
    anything("(map.@max == %@)", [1]) { $0.map.max == .int(1) }
    anything("(map.@avg == %@)", [1]) { $0.map.avg == .int(1) }
    anything("(map.@sum == %@)", [1]) { $0.map.sum == .int(1) }
    anything("(map[%@] != %@)", ["k", null]) { $0.map["k"] != .none }
    anything("(any == %@)", ["x"]) { $0.any == .string("x") }
    anything("(any == %@)", [null]) { $0.any == .none }
    anything("(any IN %@)", [[1, "x"] as [Any]]) { $0.any.in([.int(1), .string("x")]) }
    anything("(any[%@] == %@)", [0, 1]) { $0.any[0] == .int(1) }
    anything("(any[%@] == %@)", ["k", 1]) { $0.any["k"] == .int(1) }
    anything("(any[%K] == %@)", ["#any", 1]) { $0.any.any == .int(1) }
    anything("(any[%@][%@][%K] == %@)", ["k", 0, "#any", 1]) { $0.any["k"][0].any == .int(1) }
    anything("(any.@type IN %@)", [["string"]]) { $0.any.isType(.string) }
  }

  @Test("subqueries and conditions on custom types are printed as text with arguments")
  func subqueries() {
    nodes("(SUBQUERY(children, $col1, (($col1.weight == %@) && ($col1.label > %@))).@count > %@)", [1, "a", 0]) {
      ($0.children.weight == 1 && $0.children.label > "a").count > 0
    }
    nodes(
      "((SUBQUERY(children, $col1, ($col1.weight == %@)).@count > %@) || (SUBQUERY(next.parents, $col2, ($col2.next.weight == %@)).@count == %@))",
      [1, 0, 2, 3]
    ) {
      ($0.children.weight == 1).count > 0 || ($0.next.parents.next.weight == 2).count == 3
    }
    nodes("(SUBQUERY(children, $col1, ($col1.label BEGINSWITH %@)).@count == %@)", ["a", 2]) {
      ($0.children.label.starts(with: "a")).count == 2
    }
    check("((point.latitude == %@) && (point.longitude == %@))", [1.0, 2.0]) { (query: Query<Custom>) in query.point == MapPoint(1, 2) }
    check("NOT ((point.latitude == %@) && (point.longitude == %@))", [1.0, 2.0]) { (query: Query<Custom>) in query.point != MapPoint(1, 2) }
    check("(level == %@)", [50]) { (query: Query<Custom>) in query.level == Level100(percent: 0.5) }
    check("(webMap[%@] == %@)", ["k", "a"]) { (query: Query<Custom>) in query.webMap["k"] == Web("a") }
    check("(self == %@)", [7]) { (query: Query<Int>) in query == 7 }
    check("(self BEGINSWITH[c] %@)", ["a"]) { (query: Query<String>) in query.starts(with: "a", options: .caseInsensitive) }
    check("(web == %@)", ["a"]) { (query: Query<Custom>) in query.web == Web("a") }
    check("(web CONTAINS %@)", ["a"]) { (query: Query<Custom>) in query.web.persistableValue.contains("a") }
    check("(ANY webs == %@)", ["a"]) { (query: Query<Custom>) in query.webs == Web("a") }
  }
}

@Suite("Queries that are refused")
struct QueryErrorTests {
  @Test("two collections that are compared")
  func collections() async {
    let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).where { $0.children.weight == $0.parents.weight }
    }
    #expect(errorText(text).contains("Comparing two collection columns is not permitted."))
  }

  @Test("a subquery without a collection is refused")
  func noCollection() async {
    let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).where { ($0.weight == 1).count > 0 }
    }
    #expect(errorText(text).contains("Subqueries must contain a keypath starting with a collection."))
  }

  @Test("a subquery about two collections is refused")
  func twoCollections() async {
    let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).where { ($0.children.weight == 1 && $0.parents.weight == 1).count > 0 }
    }
    #expect(errorText(text).contains("Subqueries must use a single collection."))
  }

  @Test("a subquery with a key of a map")
  func mapSubscript() async {
    let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm(ValueSchema.types).objects(Anything.self).where { ($0.map["a"] == .int(1)).count > 0 }
    }
    #expect(errorText(text).contains("Subqueries do not support map subscripts."))
  }

  @Test("a subquery with a place in a value of any type")
  func anySubscript() async {
    let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm(ValueSchema.types).objects(Anything.self).where { ($0.any["a"] == .int(1)).count > 0 }
    }
    #expect(errorText(text).contains("Subqueries do not support AnyRealmValue subscripts."))
  }

  @Test("an aggregate of one value is refused")
  func noAggregate() async {
    let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).where { $0.weight.avg == 1 }
    }
    #expect(errorText(text).contains("Invalid keypath 'weight.@avg': Property 'weight' is not a link or collection"))
  }

  @Test("a property that is computed of one that is stored, with its name")
  func computed() async {
    let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).where { $0.isHeavy }
    }
    #expect(errorText(other).contains("refers to a property that is not stored: it is computed from 'weight'"))
    let same = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).where { $0.lightness > 3 }
    }
    #expect(errorText(same).contains("refers to a property that is not stored: it is computed from 'weight'"))
    let both = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).where { $0.next.shout == "A" }
    }
    #expect(errorText(both).contains("refers to a property that is not stored: it is computed from 'label'"))
  }
}

extension Node {
  fileprivate var isHeavy: Bool { weight > 5 }
  // Leaves negative numbers as they are.
  fileprivate var lightness: Int { min(weight, 0) }
  fileprivate var shout: String { label.uppercased() }
}
