import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Ashlar

@Suite("Observing collections inside of values of any type")
struct ObservingNestedTests {
  private let realm: Realm
  private let other: Realm
  private let object: Anything

  init() throws {
    let watched = try Watched("nested \(UUID())", ValueSchema.types, others: ValueSchema.types.filter { $0 != WebKey.self })
    realm = watched.realm
    other = watched.other
    object = try watched.realm.write {
      watched.realm.create(
        Anything.self,
        value: ["id": 1, "any": ["list": [1, 2, 3], "map": ["a": 1]], "list": [[1, 2]], "map": ["k": ["x": 1]]] as [String: Any])
    }
    other.refresh()
  }

  private var list: List<AnyRealmValue> { object.any.dictionaryValue!["list"]!.listValue! }
  private var map: Map<String, AnyRealmValue> { object.any.dictionaryValue!["map"]!.dictionaryValue! }

  @Test("insertions, removals and replacements in a list are notified")
  func lists() throws {
    let calls = Calls()
    let token = list.observe { calls.add($0) }
    realm.refresh()
    #expect(calls.take() == ["initial"])
    try realm.write {
      list.append(.int(4))
      list.remove(at: 0)
    }
    realm.refresh()
    #expect(calls.take() == ["-[0] +[2] ~[]"])
    try realm.write { list[1] = .string("x") }
    realm.refresh()
    #expect(calls.take() == ["-[] +[] ~[1]"])
    try realm.write { map["b"] = .int(2) }
    realm.refresh()
    #expect(calls.take() == [], "another part of the same value")
    withExtendedLifetime(token) {}
  }

  @Test("inserted, removed and modified keys of a map are notified")
  func maps() throws {
    let calls = Calls()
    let token = map.observe { calls.add($0) }
    realm.refresh()
    #expect(calls.take() == ["initial"])
    try realm.write {
      map["b"] = .int(2)
      map["a"] = .string("x")
    }
    realm.refresh()
    #expect(calls.take() == [#"-[] +["b"] ~["a"]"#])
    try realm.write { map["a"] = nil }
    realm.refresh()
    #expect(calls.take() == [#"-["a"] +[] ~[]"#])
    withExtendedLifetime(token) {}
  }

  @Test("collections in elements of lists and maps are observed as well, and what is nested in them is a part of their elements")
  func inCollections() throws {
    let (inList, inMap, root) = (Calls(), Calls(), Calls())
    let tokens = [
      try #require(object.list[0].listValue).observe { inList.add($0) },
      try #require(object.map["k"]?.dictionaryValue).observe { inMap.add($0) },
      try #require(object.any.dictionaryValue).observe { root.add($0) },
    ]
    realm.refresh()
    for calls in [inList, inMap, root] { #expect(calls.take() == ["initial"]) }
    try realm.write {
      object.list.insert(.none, at: 0)
      object.list[1].listValue?.append(.int(3))
      object.map["k"]?.dictionaryValue?["y"] = .int(2)
      list.append(.int(9))
    }
    realm.refresh()
    #expect(inList.take() == ["-[] +[2] ~[]"] && inMap.take() == [#"-[] +["y"] ~[]"#] && root.take() == [#"-[] +[] ~["list"]"#])
    withExtendedLifetime(tokens) {}
  }

  @Test("commits of another instance are notified, also to an instance that was invalidated before")
  func foreign() throws {
    let (ofList, ofMap) = (Calls(), Calls())
    let tokens = [list.observe { ofList.add($0) }, map.observe { ofMap.add($0) }]
    realm.refresh()
    #expect(ofList.take() == ["initial"] && ofMap.take() == ["initial"])
    let same = try #require(other.object(ofType: Anything.self, forPrimaryKey: 1)?.any.dictionaryValue)
    try other.write {
      same["list"]?.listValue?.removeFirst()
      same["map"]?.dictionaryValue?["z"] = .int(26)
    }
    realm.refresh()
    #expect(ofList.take() == ["-[0] +[] ~[]"] && ofMap.take() == [#"-[] +["z"] ~[]"#])
    realm.invalidate()
    try other.write { same["list"]?.listValue?.removeFirst() }
    realm.refresh()
    #expect(ofList.take() == ["-[0] +[] ~[]"] && ofMap.take() == [])
    withExtendedLifetime(tokens) {}
  }

  @Test("all elements are deletions once the value has no such collection, and nothing is notified after that", arguments: [false, true])
  func ended(isDeleted: Bool) throws {
    let (ofList, ofMap) = (Calls(), Calls())
    let tokens = [list.observe { ofList.add($0) }, map.observe { ofMap.add($0) }]
    realm.refresh()
    _ = (ofList.take(), ofMap.take())
    try realm.write { if isDeleted { realm.delete(object) } else { object.any = .int(1) } }
    realm.refresh()
    #expect(ofList.take() == ["-[0, 1, 2] +[] ~[]"] && ofMap.take() == [#"-["a"] +[] ~[]"#])
    try realm.write { realm.create(Anything.self, value: ["id": 2]) }
    realm.refresh()
    #expect(ofList.take() == [] && ofMap.take() == [])
    withExtendedLifetime(tokens) {}
  }

  @Test("a queue is notified of its own Realm's list")
  func onQueue() async throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration("data.realm", ValueSchema.types)
    let realm = try Realm(configuration: configuration)
    let object = try realm.write { realm.create(Anything.self, value: ["id": 1, "any": [1, 2]] as [String: Any]) }
    let calls = SharedCalls()
    let queue = DispatchQueue(label: "nested")
    let token = try #require(object.any.listValue).observe(on: queue) { calls.add($0) }
    queue.sync {}
    for _ in 0..<6_000 where calls.all.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(calls.all == ["initial"])
    try realm.write { object.any.listValue?.append(.int(3)) }
    for _ in 0..<6_000 where calls.all.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(calls.all == ["initial", "-[] +[2] ~[]"])
    token.invalidate()
    queue.sync {}
  }

  @Test("unmanaged, frozen and deleted collections are refused, and so are key paths", arguments: 0..<5)
  func refused(number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      let realm = try memoryRealm(ValueSchema.types)
      let object = try realm.write { realm.create(Anything.self, value: ["id": 1, "any": [1], "map": ["k": ["a": 1]]] as [String: Any]) }
      let list = try #require(object.any.listValue)
      switch number {
      case 0: _ = Anything(value: ["any": [1]]).any.listValue?.observe { _ in }
      case 1: _ = list.freeze().observe { _ in }
      case 2:
        try realm.write { object.any = .none }
        _ = list.observe { _ in }
      case 3: _ = list.observe(keyPaths: ["x"]) { _ in }
      default:
        let map = try #require(object.map["k"]?.dictionaryValue)
        try realm.write { object.map["k"] = .int(1) }
        _ = map.observe { _ in }
      }
    }
    let messages = [
      "only supported on managed collections", "Frozen Realms do not change", "Access to invalidated List",
      "this collection contains values",
      "Access to invalidated Map",
    ]
    #expect(errorText(result).contains(messages[number]), "\(errorText(result))")
  }
}
