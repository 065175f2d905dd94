import Ashlar
import Concerts
import Kinds
import TestSupport
import Testing

@Suite("Conditions in text that are joined")
struct JoinedPredicateTests {
  private func nodes() throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write { for weight in 0..<8 { realm.add(Node(value: ["weight": weight, "label": weight % 2 == 0 ? "even" : "odd"])) } }
    return realm.objects(Node.self)
  }

  @Test("'&&', '||' and '!' are those of the language, with the arguments of each part")
  func operators() throws {
    let nodes = try nodes()
    let (even, many) = (RealmPredicate(format: "label == %@", "even"), RealmPredicate(format: "weight > $0", 4))
    #expect(nodes.filter(even && many).map(\.weight) == [6])
    #expect(nodes.filter(even || many).map(\.weight) == [0, 2, 4, 5, 6, 7])
    #expect(nodes.filter(!even).map(\.weight) == [1, 3, 5, 7] && nodes.filter(!(!even)).map(\.weight) == [0, 2, 4, 6])
    #expect(nodes.filter(!(even || many) && RealmPredicate(format: "weight != 1")).map(\.weight) == [3])
    #expect(nodes.index(matching: even && many) == 6)
    #expect((even && !many).description == "(label == %@) AND (NOT (weight > $0))")
  }

  @Test("'all' of no conditions is true, and 'any' of none is false")
  func none() throws {
    let nodes = try nodes()
    #expect(nodes.filter(.all(of: [])).count == 8 && nodes.filter(.any(of: [])).isEmpty && nodes.filter(!.any(of: [])).count == 8)
    #expect(RealmPredicate.all(of: []).description == "TRUEPREDICATE" && RealmPredicate.any(of: []).description == "FALSEPREDICATE")
  }

  @Test("a condition that is extended in a loop nests no deeper")
  func long() throws {
    let nodes = try nodes()
    var (all, any) = (RealmPredicate(value: true), RealmPredicate(value: false))
    for number in 0..<2_000 {
      all = all && RealmPredicate(format: "weight != %@", number * 2)
      any = any || RealmPredicate(format: "weight == %@", number * 2)
    }
    #expect(nodes.filter(all).map(\.weight) == [1, 3, 5, 7] && nodes.filter(any).map(\.weight) == [0, 2, 4, 6])
  }

  @Test("a part with an order is refused, at its place")
  func arranging() throws {
    let nodes = try nodes()
    let sorted = try RealmPredicate(parsing: "weight > 2 SORT(weight DESC)")
    #expect(nodes.filter(sorted).map(\.weight) == [7, 6, 5, 4, 3])
    for joined in [sorted && sorted, sorted || .init(value: true), !sorted] {
      let error = #expect(throws: RealmPredicateError.self) { try joined.check(on: nodes) }
      #expect(error?.message.hasPrefix("A condition that is part of another cannot contain 'SORT'") == true && error?.position == 11)
    }
  }

  @Test("one is evaluated for an object, managed or not")
  func evaluated() throws {
    let nodes = try nodes()
    let heavy = RealmPredicate(format: "weight > 3 AND label == 'odd'")
    #expect(nodes.map { heavy.evaluate(with: $0) } == [false, false, false, false, false, true, false, true])
    #expect(heavy.evaluate(with: Node(value: ["weight": 9, "label": "odd"])) && !heavy.evaluate(with: Node()))
  }

  @Test("names in joined conditions on projections are projected properties first, then those of the objects")
  func projections() throws {
    let season = try Season()
    let cards = season.realm.objects(PerformanceCard.self)
    #expect(cards.filter("name == 'Trios'").map(\.name) == ["Trios"] && cards.filter("title == 'Trios'").map(\.name) == ["Trios"])
    #expect(cards.filter(RealmPredicate(format: "name BEGINSWITH 'S' SORT(name ASC)")).map(\.name) == ["Songs", "Suites"])
    #expect(cards.index(matching: "name == 'Songs'") == 2)
    // Here the two names are swapped.
    let musicians = season.realm.objects(MusicianCard.self)
    #expect(musicians.filter("%K == 'Ada'", "familyName").map(\.familyName) == ["Ada"] && musicians.filter("firstName == 'Ada'").isEmpty)
  }

  /// Generic code as programs write it.
  private func generic<T: RealmCollectionValue>(_ results: Results<T>, _ text: String, by path: String) -> [T] {
    Array(results.filter(text).sorted(byKeyPath: path, ascending: false).distinct(by: [path]))
  }

  @Test("generic code filters, sorts and tells apart elements of any type")
  func anyElement() throws {
    let nodes = try nodes()
    #expect(generic(nodes, "weight > 5", by: "weight").map(\.weight) == [7, 6])
    let cards = try Season().realm.objects(PerformanceCard.self)
    #expect(generic(cards, "name != 'Trios'", by: "name").map(\.name) == ["Suites", "Songs"])
  }

  @Test("values are sorted by 'self', and have no properties to filter by")
  func values() async throws {
    let realm = try memoryRealm()
    let lists = try realm.write { realm.create(Lists.self, value: ["ints": [3, 2, 1, 2]]) }
    #expect(lists.ints.sorted(byKeyPath: "self", ascending: false).map { $0 } == [3, 2, 2, 1])
    #expect(lists.ints.distinct(by: ["self"]).map { $0 } == [3, 2, 1])
    let managed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let lists = try realm.write { realm.create(Lists.self, value: ["ints": [3, 2]]) }
      _ = lists.ints.filter("self > 2")
    }
    #expect(errorText(managed).contains("these elements are values: write 'filter { $0 > 3 }'"))
    let unmanaged = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Lists(value: ["ints": [3, 2]]).ints.index(matching: "self > 2")
    }
    #expect(errorText(unmanaged).contains("these elements are values"))
  }
}
