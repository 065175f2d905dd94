import Kinds
import Realm
import RealmSwift
import Shelves
import Testing

@Suite("Predicates of Foundation")
struct NSPredicateTests {
  private func nodes() throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write {
      let nodes = (0..<8).map { Node(value: ["weight": $0, "label": $0 % 2 == 0 ? "even" : "odd"]) }
      for (node, next) in zip(nodes, nodes.dropFirst()) {
        node.next = next
        node.children.append(next)
      }
      realm.add(nodes)
    }
    return realm.objects(Node.self)
  }

  @Test("one that is made of text filters as the text does, with numbers, objects, arrays and names as arguments")
  func format() throws {
    let nodes = try nodes()
    #expect(nodes.filter(NSPredicate(format: "weight > 5")).map(\.weight) == [6, 7])
    #expect(nodes.filter(NSPredicate(format: "weight > %d AND label == %@", 2, "odd")).map(\.weight) == [3, 5, 7])
    #expect(nodes.filter(NSPredicate(format: "%K == %@", "next.weight", NSNumber(value: 3))).map(\.weight) == [2])
    #expect(nodes.filter(NSPredicate(format: "next == %@", nodes[4])).map(\.weight) == [3])
    #expect(nodes.filter(NSPredicate(format: "weight IN %@", [1, 4])).map(\.weight) == [1, 4])
    #expect(nodes.filter(NSPredicate(format: "label LIKE[c] %@", argumentArray: ["O*"])).count == 4)
    #expect(nodes.filter(NSPredicate(format: "next == nil", argumentArray: nil)).map(\.weight) == [7])
    #expect(nodes[0].children.filter(NSPredicate(format: "weight == 1")).count == 1)
    #expect(nodes.index(matching: NSPredicate(format: "weight == 5")) == 5)
  }

  @Test("constants and compound predicates filter, however they are nested")
  func compound() throws {
    let nodes = try nodes()
    let (even, heavy) = (NSPredicate(format: "label == 'even'"), NSPredicate(format: "weight > %@", 4))
    func found(_ predicate: NSPredicate) -> [Int] { nodes.filter(predicate).map(\.weight) }
    #expect(found(NSCompoundPredicate(andPredicateWithSubpredicates: [even, heavy])) == [6])
    #expect(found(NSCompoundPredicate(orPredicateWithSubpredicates: [even, heavy])) == [0, 2, 4, 5, 6, 7])
    #expect(found(NSCompoundPredicate(notPredicateWithSubpredicate: even)) == [1, 3, 5, 7])
    let inner = NSCompoundPredicate(type: .or, subpredicates: [NSPredicate(value: false), even])
    #expect(
      found(NSCompoundPredicate(type: .and, subpredicates: [inner, NSCompoundPredicate(type: .not, subpredicates: [heavy])])) == [0, 2, 4])
    #expect(found(NSPredicate(value: true)).count == 8 && found(NSPredicate(value: false)).isEmpty)
    #expect(found(NSCompoundPredicate(andPredicateWithSubpredicates: [])).count == 8)
    #expect(found(NSCompoundPredicate(orPredicateWithSubpredicates: [])).isEmpty)
    // Programs that extend one in a loop.
    let all = (0..<500).reduce(NSPredicate(value: true)) { all, number in
      NSCompoundPredicate(andPredicateWithSubpredicates: [all, NSPredicate(format: "weight != %@", number * 2)])
    }
    #expect(found(all) == [1, 3, 5, 7])
  }

  @Test("one is evaluated for objects, managed or not")
  func evaluated() throws {
    let nodes = try nodes()
    let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "weight > 3"), NSPredicate(format: "label == 'odd'"),
    ])
    #expect(Array(nodes).filter { predicate.evaluate(with: $0) }.map(\.weight) == [5, 7])
    #expect(predicate.evaluate(with: Node(value: ["weight": 9, "label": "odd"])))
  }

  @Test("predicates find the values of a map of objects")
  func map() throws {
    let realm = try memoryRealm()
    let box = try realm.write { realm.create(Shelf.self) }
    try realm.write { box.thingMap["a"] = Thing(value: ["name": "lamp"]) }
    #expect(box.thingMap.filter(NSPredicate(format: "name == 'lamp'")).count == 1 && box.thingMap.filter("name == 'x'").isEmpty)
  }

  @Test("one that is made of a block is refused, with what to write")
  func block() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).filter(NSPredicate { _, _ in true })
    }
    #expect(
      errorText(result).contains("made of a block cannot be evaluated by a Realm: write it as text, 'NSPredicate(format: \"age > 3\")'"))
    let evaluated = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSPredicate(format: "weight == 3").evaluate(with: ["weight": 3])
    }
    #expect(errorText(evaluated).contains("takes an object of a model"))
    let wrong = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = NSPredicate(format: "weight = = 3") }
    #expect(errorText(wrong).contains("Expected a property or a value, found '='"))
  }

  @Test("a compound predicate of the type 'not' with several components is refused, because it would negate only the first")
  func severalNegated() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let parts = [NSPredicate(format: "weight > 3"), NSPredicate(format: "label == 'odd'")]
      _ = try memoryRealm().objects(Node.self).filter(NSCompoundPredicate(type: .not, subpredicates: parts))
    }
    #expect(
      errorText(result).contains(
        "A compound predicate of the type 'not' has 2 components and must have one: combine several with "
          + "'NSCompoundPredicate(andPredicateWithSubpredicates:)' first."))
  }

  @Test("sort descriptors of Foundation order by their key paths")
  func sorting() async throws {
    let nodes = try nodes()
    let order = [NSSortDescriptor(keyPath: \Node.label, ascending: false), NSSortDescriptor(keyPath: \Node.weight, ascending: true)]
    #expect(nodes.sorted(by: order).map(\.weight) == [1, 3, 5, 7, 0, 2, 4, 6])
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).sorted(by: [NSSortDescriptor(keyPath: \String.count, ascending: true)])
    }
    #expect(errorText(result).contains("A sort descriptor for objects of 'Node' has the key path of one of their stored properties."))
  }

  @Test("'SortDescriptor' is that of objects, and names of Objective-C stand for their types")
  func names() throws {
    let order: [SortDescriptor] = [SortDescriptor(keyPath: "weight", ascending: false), "label"]
    #expect(try nodes().sorted(by: order).first?.weight == 7 && RealmSwift.SortDescriptor(keyPath: "a").ascending)
    let base: RLMObjectBase = Node()
    #expect(base is Node && RLMError(.fail).code == .fail)
    #expect(try autoreleasepool { try nodes().count } == 8)
  }
}
