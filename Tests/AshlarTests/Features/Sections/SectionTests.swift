@testable import Ashlar
import Foundation
import Kinds
import People
import AshlarStore
import Testing
import TestSupport
import TestTraits

@Suite("Results in sections", .blocking)
struct SectionTests {
  private func nodes(_ labels: [String]) throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write {
      for (index, label) in labels.enumerated() { realm.create(Node.self, value: ["label": label, "weight": index]) }
    }
    return realm.objects(Node.self)
  }

  private func contents<Key, Element>(_ sections: SectionedResults<Key, Element>) -> [Key: [Element]] {
    Dictionary(uniqueKeysWithValues: sections.map { ($0.key, Array($0)) })
  }

  @Test("sections by a property are sorted by it, and elements keep their order")
  func keyPath() throws {
    let all = try nodes(["b", "a", "b", "c", "a"])
    let sections = all.sectioned(by: \.label)
    #expect(sections.count == 3 && sections.allKeys == ["a", "b", "c"])
    #expect(sections.map { $0.map(\.weight) } == [[1, 4], [0, 2], [3]])
    #expect(all.sectioned(by: \.label, ascending: false).allKeys == ["c", "b", "a"])
    let sorted = all.sectioned(by: \.label, sortDescriptors: ["label", SortDescriptor(keyPath: "weight", ascending: false)])
    #expect(sorted.map { $0.map(\.weight) } == [[4, 1], [2, 0], [3]])
  }

  @Test("elements with equal keys of a block are in the section of the first of them")
  func block() throws {
    let all = try nodes(["aa", "b", "ac", "ba", "ab"])
    let sections = all.sectioned(by: { $0.weight % 2 }, sortDescriptors: [SortDescriptor(keyPath: "weight")])
    #expect(sections.allKeys == [0, 1] && sections.map { $0.map(\.weight) } == [[0, 2, 4], [1, 3]])
    let letters = all.sectioned(sortDescriptors: ["label"]) { String($0.label.prefix(1)) }
    #expect(letters.map(\.key) == ["a", "b"] && letters[0].map(\.label) == ["aa", "ab", "ac"])
  }

  @Test("keys may be nil, and of any type that has values")
  func keys() throws {
    let realm = try memoryRealm()
    try realm.write {
      for number in [3, nil, 1, nil, 3] as [Int?] {
        realm.create(Scalars.self, value: ["anyInt": number as Any, "double": Double(number ?? 0)])
      }
    }
    let all = realm.objects(Scalars.self)
    #expect(all.sectioned(by: \.anyInt).map { ($0.count) } == [2, 1, 2] && all.sectioned(by: \.anyInt).allKeys == [nil, 1, 3])
    #expect(all.sectioned(by: \.double).allKeys == [0, 1, 3] && all.sectioned(by: \.shade).count == 1)
    #expect(all.sectioned(by: \.uuid).count == 5 && all.sectioned(by: \.anyDate).allKeys == [nil])
  }

  @Test("lists, sets of values, and results of what is left")
  func sources() throws {
    let realm = try memoryRealm()
    let lists = try realm.write { realm.create(Lists.self, value: ["ints": [3, 1, 4, 1, 5, 2]]) }
    let parity = lists.ints.sectioned(by: { $0 % 2 == 0 })
    #expect(parity.allKeys == [false, true] && parity.map { Array($0) } == [[1, 1, 3, 5], [2, 4]])
    #expect(lists.ints.sectioned(by: { $0 % 2 == 0 }, ascending: false).map { Array($0) } == [[5, 3, 1, 1], [4, 2]])
  }

  @Test("a section is identified by its key, also if it is inserted again")
  func identity() throws {
    let all = try nodes(["a", "b"])
    let realm = try #require(all.realm)
    let sections = all.sectioned(by: \.label)
    let b = sections[1]
    #expect(b == sections[1] && b != sections[0] && b.id == "b" && sections == sections && sections != all.sectioned(by: \.label))
    try realm.write { all[0].label = "c" }
    #expect(sections.allKeys == ["b", "c"] && b.count == 1 && !b.isInvalidated)
    try realm.write { all[1].label = "c" }
    #expect(b.isInvalidated && sections.count == 1 && sections[0].map(\.weight) == [0, 1])
    try realm.write { all[1].label = "b" }
    #expect(!b.isInvalidated && b.map(\.weight) == [1])
  }

  @Test("inside a write sections show what it changed, and without it when it is cancelled")
  func writes() throws {
    let all = try nodes(["a", "b"])
    let realm = try #require(all.realm)
    let sections = all.sectioned(by: \.label)
    #expect(sections.count == 2)
    realm.beginWrite()
    all[0].label = "b"
    #expect(sections.allKeys == ["b"] && sections[0].count == 2)
    for node in sections[0] { node.label = "z" }
    #expect(sections.allKeys == ["z"])
    realm.cancelWrite()
    #expect(sections.allKeys == ["a", "b"])
  }

  @Test("positions and index paths, and those outside stop the program")
  func positions() async throws {
    let sections = try nodes(["a", "b", "a"]).sectioned(by: \.label)
    #expect(sections[IndexPath(item: 1, section: 0)].weight == 2 && sections[IndexPath(indexes: [1, 0])].weight == 1)
    let path = IndexPath(row: 3, section: 2)
    #expect(path.section == 2 && path.item == 3 && path.row == 3)
    let section = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).sectioned(by: \.label)[0]
    }
    #expect(errorText(section).contains("Index 0 is out of bounds"))
    let gone = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { _ = realm.create(Node.self) }
      let section = realm.objects(Node.self).sectioned(by: \.label)[0]
      try realm.write { realm.deleteAll() }
      _ = section.key
    }
    #expect(errorText(gone).contains("Access to invalidated Results objects"))
  }

  @Test("frozen sections stay, on any thread")
  func frozen() throws {
    let all = try nodes(["a", "b"])
    let realm = try #require(all.realm)
    let live = all.sectioned(by: \.label)
    nonisolated(unsafe) let frozen = live.freeze()
    nonisolated(unsafe) let section = live[1].freeze()
    try realm.write { realm.deleteAll() }
    let seen = Guarded<Set<[String]>>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let labels = frozen.map { $0.map(\.label).joined() } + [section.key]
      seen.withLock { _ = $0.insert(labels) }
    }
    #expect(seen.withLock { $0 } == [["a", "b", "b"]])
    #expect(frozen.isFrozen && section.isFrozen && live.isEmpty && frozen.thaw()?.count == 0 && section.thaw()?.isInvalidated == true)
  }

  @Test("projections can be sectioned")
  func projections() throws {
    let realm = try memoryRealm()
    try realm.write { for name in ["b", "a", "b"] { realm.create(Person.self, value: ["firstName": name]) } }
    let cards = realm.objects(Person.self).sectioned(by: \.firstName)
    #expect(cards.map(\.count) == [1, 2])
  }

  @Test("sections without an order, or with another one first, stop the program")
  func misuse() async {
    let empty = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).sectioned(by: { $0.weight }, sortDescriptors: [])
    }
    #expect(errorText(empty).contains("There must be at least one SortDescriptor when using SectionedResults."))
    let noPath = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).sectioned(by: \.weight, sortDescriptors: [])
    }
    #expect(errorText(noPath).contains("Can not section Results with empty sortDescriptor parameter."))
    let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).sectioned(by: \.weight, sortDescriptors: ["label"])
    }
    #expect(errorText(other).contains("The section key path 'weight' must match the primary sort descriptor, which is of 'label'."))
    let link = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { _ = realm.create(Node.self, value: ["next": [:]]) }
      _ = realm.objects(Node.self).sectioned(sortDescriptors: ["weight"], { $0.next }).count
    }
    #expect(errorText(link).contains("Links are not supported as section keys."))
  }

  @Test("a stored key is read once for each section, and every other key once for each element")
  func readKeys() throws {
    let labels = (0..<500).map { "\($0 % 7)" }
    let all = try nodes(labels)
    var reads = 0
    let sorted = Results<Node>(all._resultsCore.sorted([SortDescriptor(keyPath: "label")]))
    let stored = SectionedResults(sorted, sortedBy: "label") { (node: Node) -> String in
      reads += 1
      return node.label
    }
    #expect(stored.allKeys == ["0", "1", "2", "3", "4", "5", "6"])
    #expect(stored.map(\.count).reduce(0, +) == 500)
    #expect(reads == 7)
    var weights: [[Int]] = []
    for section in stored { weights.append(Array(section.map(\.weight))) }
    var expected: [[Int]] = []
    for key in 0..<7 { expected.append(Array(stride(from: key, to: 500, by: 7))) }
    #expect(weights == expected)
    reads = 0
    let block = SectionedResults(sorted) { (node: Node) -> String in
      reads += 1
      return node.label
    }
    #expect(block.map(\.count) == stored.map(\.count))
    #expect(reads == 500)
  }

  @Test("keys that are stored properties are known by their key paths, and computed keys are not")
  func storedKeys() throws {
    let all = try nodes(["b", "a", "b"])
    for _ in 0..<3 {
      #expect(all.sectioned(by: \.label).sections.keyPath == "label")
      #expect(all.sectioned(by: \.label, sortDescriptors: ["label", "weight"]).sections.keyPath == "label")
      #expect(all.sectioned(by: \.weight).sections.keyPath == "weight")
      #expect(all.sectioned(by: \.label.count).sections.keyPath == nil)
      #expect(all.sectioned(by: \.next?.label).sections.keyPath == "next.label")
      #expect(KeyPathParts.stored(\Scalars.anyInt) == "anyInt")
      #expect(KeyPathParts.stored(\Scalars.shade) == "shade")
      #expect(KeyPathParts.stored(\Scalars.anyDate) == "anyDate")
      #expect(KeyPathParts.stored(\Scalars.anyInt?.description) == nil)
    }
    #expect(all.sectioned(by: \.label).freeze().sections.keyPath == "label")
    #expect(all.sectioned(by: \.label.count).map { $0.map(\.weight) } == [[1, 0, 2]])
  }

  @Test("runs of a property that a link leads to are those of its values, and of nil without a link")
  func linkedKeys() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    var expected: [String?: Set<Int>] = [:]
    try realm.write {
      let targets = (0..<5).map { realm.create(Node.self, value: ["label": "\($0 % 3)", "weight": -1]) }
      for weight in 0..<200 {
        let target = random.chance(20) ? nil : random.pick(targets)
        realm.create(Node.self, value: ["weight": weight]).next = target
        expected[target?.label, default: []].insert(weight)
      }
    }
    for ascending in [true, false] {
      let sections = realm.objects(Node.self).where { $0.weight >= 0 }.sectioned(by: \.next?.label, ascending: ascending)
      #expect(sections.count == expected.count, "seed \(seed)")
      for section in sections { #expect(Set(section.map(\.weight)) == expected[section.key], "\(section.key ?? "nil"), seed \(seed)") }
    }
  }

  @Test("runs of equal values have the ends that comparing all rows finds")
  func runs() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let distinct = random.pick([1, 2, 10, 200])
      let realm = try memoryRealm()
      try realm.write {
        for _ in 0..<random.below(200) {
          let number: Int? = random.chance(20) ? nil : random.below(distinct)
          realm.create(Scalars.self, value: ["anyInt": number as Any, "anyString": number.map { "text number \($0)" } as Any])
        }
      }
      for ascending in [true, false] {
        let numbers = realm.objects(Scalars.self).sectioned(by: \.anyInt, ascending: ascending)
        let texts = realm.objects(Scalars.self).sectioned(by: \.anyString, ascending: ascending)
        let rows = realm.objects(Scalars.self).sorted(by: \.anyInt, ascending: ascending)
        var found: [Int?] = []
        for section in numbers { for object in section { found.append(object.anyInt) } }
        let expected: [Int?] = Array(rows.map(\.anyInt))
        #expect(found == expected, "seed \(seed)")
        #expect(Set(numbers.allKeys).count == numbers.count, "seed \(seed)")
        for section in numbers { for object in section { #expect(object.anyInt == section.key, "seed \(seed)") } }
        for section in texts { for object in section { #expect(object.anyString == section.key, "seed \(seed)") } }
      }
    }
  }

  @Test("each NaN is a section of its own")
  func nan() throws {
    let realm = try memoryRealm()
    try realm.write { for number in [Double.nan, 1, .nan, 1] { realm.create(Scalars.self, value: ["double": number]) } }
    #expect(realm.objects(Scalars.self).sectioned(by: \.double).count == 3)
  }
}
