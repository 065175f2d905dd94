import Ashlar
import Foundation
import Kinds
import Shelves
import Testing

@Suite("Ranges, positions and collections of any kind")
struct CollectionSurfaceTests {
  private func lists(_ isManaged: Bool) throws -> (Realm?, Lists) {
    let lists = Lists()
    lists.ints.append(objectsIn: [0, 1, 2, 3, 4, 5])
    guard isManaged else { return (nil, lists) }
    let realm = try memoryRealm(KindsSchema.objectTypes)
    realm.beginWrite()
    realm.add(lists)
    return (realm, lists)
  }

  @Test("a range of a list is replaced by more or fewer elements", arguments: [false, true])
  func replaceSubrange(isManaged: Bool) throws {
    let (realm, lists) = try lists(isManaged)
    lists.ints.replaceSubrange(1..<3, with: [7, 8, 9])
    #expect(Array(lists.ints) == [0, 7, 8, 9, 3, 4, 5])
    lists.ints.replaceSubrange(5..., with: EmptyCollection())
    #expect(Array(lists.ints) == [0, 7, 8, 9, 3])
    lists.ints.replaceSubrange(...0, with: lists.ints)
    #expect(Array(lists.ints) == [0, 7, 8, 9, 3, 7, 8, 9, 3])
    lists.ints.replaceSubrange(9..<9, with: [1])
    #expect(lists.ints.last == 1)
    lists.ints.removeSubrange(0...)
    #expect(lists.ints.isEmpty)
    realm?.cancelWrite()
  }

  @Test("assigning to a slice replaces the range", arguments: [false, true])
  func slices(isManaged: Bool) throws {
    let (realm, lists) = try lists(isManaged)
    lists.ints[1..<3] = lists.ints[3..<6]
    #expect(Array(lists.ints) == [0, 3, 4, 5, 3, 4, 5])
    #expect(Array(lists.ints[2..<4]) == [4, 5])
    lists.ints[0..<6].sort(by: >)
    #expect(Array(lists.ints) == [5, 4, 4, 3, 3, 0, 5])
    realm?.cancelWrite()
  }

  @Test("several elements are moved together, in their order", arguments: [false, true])
  func moving(isManaged: Bool) throws {
    for destination in 0...6 {
      for bits in 0..<64 {
        let offsets = IndexSet((0..<6).filter { bits >> $0 & 1 == 1 })
        let (realm, lists) = try lists(isManaged && bits % 7 == 0)
        lists.ints.move(fromOffsets: offsets, toOffset: destination)
        // Before the destination what stays, what moves, what stays behind it.
        let staying = { (range: Range<Int>) in range.filter { !offsets.contains($0) } }
        #expect(Array(lists.ints) == staying(0..<destination) + Array(offsets) + staying(destination..<6), "\(offsets) to \(destination)")
        realm?.cancelWrite()
      }
    }
  }

  @Test("elements at some positions are removed", arguments: [false, true])
  func removing(isManaged: Bool) throws {
    let (realm, lists) = try lists(isManaged)
    lists.ints.remove(atOffsets: IndexSet([0, 3, 5]))
    #expect(Array(lists.ints) == [1, 2, 4])
    lists.ints.remove(atOffsets: IndexSet())
    #expect(Array(lists.ints) == [1, 2, 4])
    realm?.cancelWrite()
  }

  @Test("embedded objects that a range or a position loses are deleted")
  func embedded() throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    let lists = Lists()
    try realm.write {
      realm.add(lists)
      lists.parts.append(objectsIn: (0..<5).map { Part(value: ["label": "\($0)"]) })
    }
    let parts = Array(lists.parts)
    try realm.write {
      lists.parts.remove(atOffsets: [1, 4])
      lists.parts.replaceSubrange(0..<1, with: [Part(value: ["label": "new"])])
    }
    #expect(lists.parts.map(\.label) == ["new", "2", "3"])
    #expect(parts.map(\.isInvalidated) == [true, true, false, false, true])
  }

  @Test("objects at positions come in ascending order of these")
  func objectsAt() throws {
    let (realm, lists) = try lists(true)
    #expect(lists.ints.objects(at: IndexSet([4, 0, 2])) == [0, 2, 4])
    #expect(realm?.objects(Lists.self).objects(at: []).isEmpty == true)
    realm?.cancelWrite()
  }

  @Test("values are found by the rule of sets", arguments: [false, true])
  func indexOf(isManaged: Bool) throws {
    let (realm, lists) = try lists(isManaged)
    lists.strings.append(objectsIn: ["a", "e\u{301}", "\u{e9}", "a"])
    lists.doubles.append(objectsIn: [1, -0.0])
    #expect(lists.ints.index(of: 3) == 3)
    #expect(lists.ints.index(of: 9) == nil)
    #expect(lists.strings.index(of: "\u{e9}") == 2)
    #expect(lists.strings.index(of: "a") == 0)
    #expect(lists.doubles.index(of: 0) == 1)
    realm?.cancelWrite()
  }

  @Test("objects are found by their rows, in unmanaged lists too")
  func indexOfObjects() throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    let (lists, node) = (Lists(), Node())
    try realm.write {
      realm.add(lists)
      realm.add(node)
      lists.nodes.append(objectsIn: [Node(), node, node])
    }
    let loose = List<Node>()
    loose.append(objectsIn: [Node(), node])
    #expect(lists.nodes.index(of: node) == 1)
    #expect(lists.nodes.index(of: realm.objects(Node.self)[0]) == 1)
    #expect(lists.nodes.index(of: Node()) == nil)
    #expect(loose.index(of: realm.objects(Node.self)[0]) == 1)
    #expect(loose.index(of: loose[0]) == 0)
  }

  @Test("an object in a value of any type is found by its row")
  func indexOfAny() throws {
    let realm = try valueRealm()
    let (anything, target) = (Anything(), Target(value: ["name": "a"]))
    let held = AnyRealmValue.list(List())
    try realm.write {
      realm.add(anything)
      realm.add(target)
      anything.list.append(objectsIn: [.int(1), .object(target), held, .string("x")])
    }
    let found = try #require(realm.objects(Target.self).first)
    #expect(anything.list.index(of: .object(found)) == 1)
    #expect(anything.list.index(of: .object(Target())) == nil)
    #expect(anything.list.index(of: .string("x")) == 3)
    let loose = List<AnyRealmValue>()
    loose.append(objectsIn: [.double(1), .object(target)])
    #expect(loose.index(of: .object(found)) == 1)
    #expect(loose.index(of: .int(1)) == 0)
  }

  @Test("a collection of any kind is what it wraps")
  func anyCollection() throws {
    let (realm, lists) = try lists(true)
    lists.strings.append("a")
    realm?.add(Node())
    let any = AnyRealmCollection(lists.ints)
    #expect(Array(any) == [0, 1, 2, 3, 4, 5])
    #expect(any.count == 6)
    #expect(any[2] == 2)
    #expect(any.first == 0)
    #expect(any.sum() == 15)
    #expect(any.max() == 5)
    #expect(Array(any.sorted(ascending: false)) == [5, 4, 3, 2, 1, 0])
    #expect(any.index(of: 4) == 4)
    #expect(any == AnyRealmCollection(lists.ints))
    #expect(any == AnyRealmCollection(any))
    #expect(any.realm == lists.realm)
    lists.ints.append(6)
    #expect(any.count == 7)
    try realm?.commitWrite()
    let frozen = any.freeze()
    #expect(frozen.isFrozen)
    #expect(Array(frozen) == [0, 1, 2, 3, 4, 5, 6])
    #expect(frozen.thaw() == any)
    #expect(try JSONEncoder().encode(any) == Data("[0,1,2,3,4,5,6]".utf8))
    let nodes = AnyRealmCollection(try #require(realm).objects(Node.self))
    #expect(nodes.where { $0.weight == 0 }.count == 1)
    #expect(nodes.map(\.label) == ["node"])
    #expect(nodes.value(forKey: "label") as? [String] == ["node"])
    let loose = List<Node>()
    loose.append(Node(value: ["label": "loose"]))
    #expect(AnyRealmCollection(loose).map(\.label) == ["loose"])
    #expect(AnyRealmCollection(loose).realm == nil)
  }

  @Test("map, filter and compactMap are lazy")
  func laziness() throws {
    let (realm, lists) = try lists(true)
    let doubled: LazyMapSequence<List<Int>, Int> = lists.ints.map { $0 * 2 }
    lists.ints.append(10)
    #expect(doubled.last == 20)
    let eager: [Int] = lists.ints.map { $0 * 2 }
    lists.ints.removeLast()
    #expect(eager.last == 20)
    realm?.cancelWrite()
  }
}
