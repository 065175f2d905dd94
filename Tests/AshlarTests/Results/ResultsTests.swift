import Ashlar
import Kinds
import People
import Testing
import TestSupport

@Suite("Results")
struct ResultsTests {
  private func dogs(_ count: Int) throws -> Realm {
    let realm = try memoryRealm()
    try realm.write { for age in 0..<count { realm.create(Dog.self, value: ["d\(age)", age]) } }
    return realm
  }

  @Test("results that were counted before include a change that another accessor makes inside a write")
  func liveInWrite() throws {
    let realm = try dogs(10)
    let old = realm.objects(Dog.self).where { $0.age >= 5 }
    let sorted = old.sorted(byKeyPath: "age", ascending: false)
    #expect(old.count == 5)
    try realm.write {
      let (a, b) = (realm.objects(Dog.self)[0], realm.objects(Dog.self)[0])
      a.age = 7
      #expect(old.count == 6)
      a.age = 1
      #expect(old.count == 5)
      b.age = 8
      #expect(old.count == 6 && sorted.map(\.age) == [9, 8, 8, 7, 6, 5])
      a.age = 100
      #expect(sorted.first?.age == 100 && sorted[0].age == 100 && old.max(of: \.age) == 100)
      a.age = 0
      #expect(old.count == 5 && sorted.first?.age == 9)
      realm.create(Dog.self, value: ["new", 50])
      #expect(old.count == 6 && old.last?.age == 50)
      realm.delete(old[0])
      #expect(old.count == 5 && sorted.last?.age == 6)
    }
    #expect(old.count == 5)
    realm.beginWrite()
    realm.delete(old)
    #expect(old.isEmpty && old.first == nil && old.last == nil)
    realm.cancelWrite()
    #expect(old.count == 5)
  }

  @Test("a loop over one object's writes is seen each time it is asked for")
  func manyWrites() throws {
    let realm = try dogs(3)
    let old = realm.objects(Dog.self).where { $0.age > 10 }
    let dog = realm.objects(Dog.self)[1]
    try realm.write {
      for round in 0..<50 {
        dog.age = round
        if round % 3 == 0 { #expect(old.count == (round > 10 ? 1 : 0)) }
      }
    }
  }

  @Test("positions, first, last and index go with the order of making")
  func positions() throws {
    let realm = try dogs(600)
    let all = realm.objects(Dog.self)
    #expect(all.count == 600 && all[0].age == 0 && all[599].age == 599 && all.first?.age == 0 && all.last?.age == 599)
    try realm.write {
      realm.delete(all[300])
      realm.delete(all[0])
    }
    #expect(all.count == 598 && all[0].age == 1 && all[299].age == 301 && all.last?.age == 599)
    #expect(all.index(of: all[299]) == 299 && all.map(\.age) == Array(1..<300) + Array(301..<600))
    #expect(Array(all[10..<12]).map(\.age) == [11, 12])
    #expect(all.reversed().first?.age == 599)
  }

  @Test("a copy equals its source, another query does not")
  func equality() throws {
    let realm = try dogs(2)
    let all = realm.objects(Dog.self)
    let copy = all
    #expect(all == copy && realm.objects(Dog.self) != all && all.realm == realm)
    #expect(all.description.hasPrefix("Results<Dog> <0x") && all.description.contains("\t[0] Dog {\n"))
  }

  @Test("an iteration covers the objects that were there at its beginning, changed or not")
  func iteration() throws {
    let realm = try dogs(500)
    let young = realm.objects(Dog.self).where { $0.age < 400 }
    var seen: [Int] = []
    try realm.write {
      for dog in young {
        seen.append(dog.age)
        dog.age += 1000
        if seen.count % 50 == 0 { realm.create(Dog.self, value: ["new", 1]) }
      }
    }
    #expect(seen == Array(0..<400) && young.count == 8)
    var (live, gone) = (0, 0)
    try realm.write {
      for dog in realm.objects(Dog.self) {
        if live == 0 { realm.delete(realm.objects(Dog.self).where { $0.age >= 1100 }) }
        realm.create(Dog.self)
        if dog.isInvalidated { gone += 1 } else { live += 1 }
      }
    }
    #expect(live == 208 && gone == 300)
  }

  @Test("a loop outside a write continues over its rows if a write is committed meanwhile")
  func iterationAcrossWrite() throws {
    let realm = try dogs(400)
    var seen: [Int] = []
    for dog in realm.objects(Dog.self) {
      if seen.count == 100 {
        try realm.write {
          realm.create(Dog.self, value: ["new", 9999])
          realm.objects(Dog.self)[200].age = -1
          realm.delete(realm.objects(Dog.self)[399])
        }
      }
      seen.append(dog.isInvalidated ? -2 : dog.age)
    }
    #expect(seen == Array(0..<200) + [-1] + Array(201..<399) + [-2])
  }

  @Test("two loops over one result do not disturb each other")
  func nestedLoops() throws {
    let realm = try dogs(20)
    var sum = 0
    for a in realm.objects(Dog.self) { for b in realm.objects(Dog.self) where a.age == b.age { sum += a.age } }
    #expect(sum == 190)
  }
}

@Suite("Sorting")
struct SortingTests {
  @Test("nil comes first, null links last, and equal rows keep their order")
  func nulls() throws {
    let realm = try memoryRealm()
    try realm.write {
      for (index, value) in [3, nil, 1, 3, nil, 2].enumerated() {
        realm.create(Scalars.self, value: ["int": index, "anyInt": value as Any, "anyString": value.map { "t\($0)" } as Any])
      }
      let targets = [5, 3].map { realm.create(Node.self, value: ["label": "t", "weight": $0]) }
      for (index, target) in [0, nil, 1, nil, 0].enumerated() {
        realm.create(Node.self, value: ["label": "n", "weight": index, "next": target.map { targets[$0] } as Any])
      }
    }
    let all = realm.objects(Scalars.self)
    for path in ["anyInt", "anyString"] {
      #expect(all.sorted(byKeyPath: path).map(\.int) == [1, 4, 2, 5, 0, 3])
      #expect(all.sorted(byKeyPath: path, ascending: false).map(\.int) == [0, 3, 5, 2, 1, 4])
    }
    let nodes = realm.objects(Node.self).where { $0.label == "n" }
    #expect(nodes.sorted(byKeyPath: "next.weight").map(\.weight) == [2, 0, 4, 1, 3])
    #expect(nodes.sorted(byKeyPath: "next.weight", ascending: false).map(\.weight) == [1, 3, 0, 4, 2])
    #expect(nodes.sorted(by: \.weight, ascending: false).map(\.weight) == [4, 3, 2, 1, 0])
  }

  @Test("several descriptors rank in order, and a later sort goes first")
  func several() throws {
    let realm = try memoryRealm()
    try realm.write {
      for (index, pair) in [("b", 2), ("a", 2), ("b", 1), ("a", 1), ("b", 2)].enumerated() {
        realm.create(Scalars.self, value: ["int64": index, "string": pair.0, "int": pair.1])
      }
    }
    let all = realm.objects(Scalars.self)
    let both = all.sorted(by: [SortDescriptor(keyPath: "string"), SortDescriptor(keyPath: \Scalars.int, ascending: false)])
    #expect(both.map(\.int64) == [1, 3, 0, 4, 2])
    #expect(all.sorted(byKeyPath: "int").sorted(byKeyPath: "string").map(\.int64) == [3, 1, 2, 0, 4])
    #expect(all.sorted(by: [] as [SortDescriptor]).map(\.int64) == [0, 1, 2, 3, 4])
    #expect(SortDescriptor(keyPath: "a").reversed().description == "SortDescriptor(keyPath: a, direction: descending)")
  }

  @Test("text sorts by bytes, NaN before all numbers, false before true")
  func types() throws {
    let realm = try memoryRealm()
    let texts = ["b", "Z", "a", "", "é", "ab", "日", "a\u{0}"]
    let doubles = [1.5, .nan, -.infinity, 0, -0.0, 1e300, -2]
    try realm.write {
      for text in texts { realm.create(Scalars.self, value: ["string": text, "int": 1]) }
      for (index, double) in doubles.enumerated() {
        realm.create(Scalars.self, value: ["double": double, "float": Float(double), "bool": index % 2 == 0, "int": 2, "int8": index])
      }
    }
    let ones = realm.objects(Scalars.self).where { $0.int == 1 }
    #expect(ones.sorted(byKeyPath: "string").map(\.string) == texts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    let twos = realm.objects(Scalars.self).where { $0.int == 2 }
    for path in ["double", "float"] {
      #expect(twos.sorted(byKeyPath: path).map(\.int8) == [1, 2, 6, 3, 4, 0, 5])
      #expect(twos.sorted(byKeyPath: path, ascending: false).map(\.int8) == [5, 0, 3, 4, 6, 2, 1])
    }
    #expect(twos.sorted(byKeyPath: "bool").map(\.bool) == [false, false, false, true, true, true, true])
  }

  @Test("a sort of random numbers is what the standard library gives", arguments: [41 as UInt64])
  func random(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    try realm.write { for _ in 0..<500 { ScalarValues.random(&generator).write(to: realm.create(Scalars.self)) } }
    let all = realm.objects(Scalars.self)
    func check<T: Comparable>(_ path: KeyPath<Scalars, T>, _ name: String) {
      let wanted = all.enumerated().sorted { a, b in
        let (x, y) = (a.element[keyPath: path], b.element[keyPath: path])
        return x != y ? x < y : a.offset < b.offset
      }.map(\.element.uuid)
      #expect(all.sorted(byKeyPath: name).map(\.uuid) == wanted, "\(name), seed \(seed)")
    }
    check(\.int, "int")
    check(\.int8, "int8")
    check(\.int64, "int64")
    check(\.date, "date")
    check(\.objectId, "objectId")
    check(\.shade, "shade")
    check(\.level, "level")
  }
}
