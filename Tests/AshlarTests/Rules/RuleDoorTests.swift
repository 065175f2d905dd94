import AshlarStore
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// An item that a write stores, which breaks a rule or none.
private struct Stored: Sendable {
  let value: DoorItem.Value
  /// The property whose rule it breaks.
  let property: String?

  // The code of the first item is taken.
  static let taken = Stored(value: DoorItem.Value(id: 7, code: "first", level: 3), property: "code")
  static let high = Stored(value: DoorItem.Value(id: 7, code: "seventh", level: 10), property: "level")
  static let right = Stored(value: DoorItem.Value(id: 7, code: "seventh", level: 9), property: nil)

  var dictionary: [String: Any] { ["id": value.id, "code": value.code, "level": value.level] }
  var array: [Any] { [value.id, value.code, value.level] }

  /// Checks that an error states the rule that the item breaks, with Swift's names.
  func check(_ error: (any Error)?, _ comment: Comment) {
    let found = error as? Realm.Error
    #expect(found?.code == .ruleViolated, comment)
    #expect(found?.violations.map(\.rule) == [property == "code" ? .unique : .range], comment)
    #expect(found?.violations.map(\.type) == ["DoorItem"], comment)
    #expect(found?.violations.map(\.properties) == [[property ?? ""]], comment)
    #expect(found?.violations.map(\.values) == [[property == "code" ? "\"first\"" : "10"]], comment)
    #expect(found?.violations.map(\.holder?.primaryKey) == [property == "code" ? "1" : nil], comment)
    #expect(found?.moreViolations == 0, comment)
  }
}

@Suite("Rules apply to every way of storing an object", .blocking)
struct RuleDoorTests {
  private let folder: TemporaryFolder
  private let configuration: Realm.Configuration
  private let realm: Realm

  init() throws {
    folder = try TemporaryFolder()
    configuration = folder.outbox(.init(), "data.realm", DoorTypes.all)
    realm = try Realm(configuration: configuration)
    let items = [["id": 1, "code": "first", "level": 1], ["id": 2, "code": "second", "level": 2]] as [[String: Any]]
    try realm.write {
      for item in items { realm.create(DoorItem.self, value: item) }
      realm.create(DoorLock.self, value: ["item": realm.object(ofType: DoorItem.self, forPrimaryKey: 1) as Any])
    }
  }

  // The items that are stored, of which another Realm reads the file.
  private func items() throws -> [DoorItem.Value] {
    try onThread { [configuration] in
      let other = try Realm(configuration: configuration)
      return other.objects(DoorItem.self).map { $0.value(depth: 0) }.sorted { $0.id < $1.id }
    }
  }

  private let first = DoorItem.Value(id: 1, code: "first", level: 1)
  private let second = DoorItem.Value(id: 2, code: "second", level: 2)

  /// The APIs that change objects in an open write.
  enum Door: String, CaseIterable {
    case add, addSequence, addUpdate, create, createArray, createUpdateModified, createUpdateAll, dynamicCreate
    case createNested, addNested, setLink, appendToList, replaceList, insertIntoSet, setInMap, setAny
    case subscripts, keyValue, keyValueOfResults, keyValueOfList, dynamicSubscripts, dynamicMember
    case value, decodedValue, outboxLink, outboxNewLink
    case afterDeletion, afterQuery

    // Stores values, in some cases in the second item, in all others in a new one with number 7.
    fileprivate func store(_ stored: Stored, _ realm: Realm) throws {
      let second = try #require(realm.object(ofType: DoorItem.self, forPrimaryKey: 2))
      let dynamic = try #require(realm.dynamicObjects("DoorItem").first { $0["id"] as? Int == 2 })
      let (value, dictionary) = (stored.value, stored.dictionary)
      var update = dictionary
      update["id"] = 2
      func new() -> DoorItem { DoorItem(value: dictionary) }
      switch self {
      case .add: realm.add(new())
      case .addSequence: realm.add([new()])
      case .addUpdate: realm.add(DoorItem(value: update), update: .modified)
      case .create: realm.create(DoorItem.self, value: dictionary)
      case .createArray: realm.create(DoorItem.self, value: stored.array)
      case .createUpdateModified: realm.create(DoorItem.self, value: update, update: .modified)
      case .createUpdateAll: realm.create(DoorItem.self, value: update, update: .all)
      case .dynamicCreate: realm.dynamicCreate("DoorItem", value: dictionary)
      case .createNested: realm.create(DoorItem.self, value: ["id": 8, "code": "eighth", "next": dictionary] as [String: Any])
      case .addNested:
        let holder = DoorItem(value: ["id": 8, "code": "eighth"] as [String: Any])
        holder["next"] = new()
        realm.add(holder)
      case .setLink: second["next"] = new()
      case .appendToList: try #require(second["list"] as? List<DoorItem>).append(new())
      case .replaceList: second["list"] = [dictionary]
      case .insertIntoSet: try #require(second["group"] as? MutableSet<DoorItem>).insert(new())
      case .setInMap: try #require(second["map"] as? Map<String, DoorItem?>).updateValue(new(), forKey: "a")
      case .setAny: second["any"] = new()
      case .subscripts:
        second["code"] = value.code
        second["level"] = value.level
      case .keyValue:
        second.setValue(value.code, forKey: "code")
        second.setValue(value.level, forKey: "level")
      case .keyValueOfResults:
        let results = realm.objects(DoorItem.self).filter("id == 2")
        results.setValue(value.code, forKey: "code")
        results.setValue(value.level, forKey: "level")
      case .keyValueOfList:
        let list = try #require(second["list"] as? List<DoorItem>)
        list.append(second)
        list.setValue(value.level, forKey: "level")
        list.setValue(value.code, forKey: "code")
      case .dynamicSubscripts:
        dynamic["code"] = value.code
        dynamic["level"] = value.level
      case .dynamicMember:
        dynamic.code = value.code
        dynamic.level = value.level
      case .value: try realm.add(value, as: DoorItem.self)
      case .decodedValue:
        let json = try JSONEncoder().encode(value)
        try realm.add(JSONDecoder().decode(DoorItem.Value.self, from: json), as: DoorItem.self)
      case .outboxLink:
        second["code"] = value.code
        second["level"] = value.level
        realm.create(DoorEvent.self, value: ["item": second])
      case .outboxNewLink: realm.create(DoorEvent.self, value: ["item": dictionary])
      case .afterDeletion:
        let gone = realm.create(DoorItem.self, value: ["id": 8, "code": "eighth"] as [String: Any])
        realm.delete(gone)
        realm.create(DoorItem.self, value: dictionary)
      case .afterQuery:
        realm.create(DoorItem.self, value: dictionary)
        _ = realm.objects(DoorItem.self).filter("code == 'first'").count
        _ = realm.objects(DoorItem.self).sorted(byKeyPath: "level").first
      }
    }
  }

  @Test("the commit throws the same error, and nothing of the write is stored", arguments: Door.allCases)
  func refused(_ door: Door) throws {
    for stored in [Stored.taken, .high] {
      let comment: Comment = "\(door), \(stored.property ?? "")"
      let error = #expect(throws: Realm.Error.self, comment) { try realm.write { try door.store(stored, realm) } }
      stored.check(error, comment)
      #expect(!realm.isInWriteTransaction, comment)
      let before: [DoorItem.Value] = [first, second]
      let found: [DoorItem.Value] = realm.objects(DoorItem.self).map { $0.value(depth: 0) }
      #expect(try items() == before, comment)
      #expect(found.sorted { (left: DoorItem.Value, right: DoorItem.Value) -> Bool in left.id < right.id } == before, comment)
      #expect(realm.outboxStatus?.waiting == 0, comment)
      // The same with separate calls, and without a notification.
      realm.beginWrite()
      try door.store(stored, realm)
      let properties: [[String]] = realm.ruleViolations().map(\.properties)
      let broken: [[String]] = [[stored.property ?? ""]]
      #expect(properties == broken, comment)
      stored.check(#expect(throws: Realm.Error.self, comment) { try realm.commitWrite(withoutNotifying: []) }, comment)
      #expect(try items() == before, comment)
    }
  }

  @Test("a write that breaks no rule is stored", arguments: Door.allCases)
  func permitted(_ door: Door) throws {
    try realm.write { try door.store(.right, realm) }
    let found = try items()
    #expect(found.contains { $0.code == "seventh" && $0.level == 9 && ($0.id == 7 || $0.id == 2) })
    #expect(found.contains(first))
  }

  @Test("a copy of a write that breaks a rule throws the same error, and creates no file", arguments: [true, false])
  func copies(_ isUnique: Bool) throws {
    let stored = isUnique ? Stored.taken : .high
    realm.beginWrite()
    try Door.create.store(stored, realm)
    let copy = folder.url("copy.realm")
    stored.check(#expect(throws: Realm.Error.self) { try realm.writeCopy(toFile: copy) }, "copy")
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    #expect(realm.isInWriteTransaction)
    realm.cancelWrite()
    #expect(try items() == [first, second])
  }

  // MARK: - Writes that other threads and tasks commit

  /// A write that is not committed where it is called.
  enum AsyncDoor: CaseIterable {
    case asyncWrite, pool, actor, writeAsync, beginAsyncWrite
  }

  // Stores an item, and returns the error.
  private static func store(_ value: DoorItem.Value, _ door: AsyncDoor, _ configuration: Realm.Configuration) async throws -> (any Error)? {
    try await write(door, configuration) { realm in
      realm.create(DoorItem.self, value: ["id": value.id, "code": value.code, "level": value.level] as [String: Any])
    }
  }

  // Commits what a closure writes, and returns the error.
  private static func write(
    _ door: AsyncDoor, _ configuration: Realm.Configuration, _ body: @escaping @Sendable (Realm) -> Void
  ) async throws -> (any Error)? {
    do {
      switch door {
      case .asyncWrite:
        let realm = try await Realm.open(configuration: configuration)
        try await realm.asyncWrite { body(realm) }
      case .pool: try await RealmPool(configuration).write { realm in body(realm) }
      case .actor: try await DoorActor(configuration).write { body($0) }
      case .writeAsync, .beginAsyncWrite:
        let place = try RealmQueue(configuration)
        let thrown = Guarded<(any Error)?>(nil)
        place.run { realm in
          if door == .writeAsync {
            realm.writeAsync {
              body(realm)
            } onComplete: { error in
              thrown.withLock { $0 = error }
            }
          } else {
            realm.beginAsyncWrite {
              body(realm)
              realm.commitAsyncWrite { error in thrown.withLock { $0 = error } }
            }
          }
        }
        place.settle()
        place.close()
        return thrown.withLock { $0 }
      }
      return nil
    } catch {
      return error
    }
  }

  @Test("an asynchronous write reports the same error, and nothing of it is stored", arguments: AsyncDoor.allCases)
  func asynchronous(_ door: AsyncDoor) async throws {
    for stored in [Stored.taken, .high] {
      stored.check(try await RuleDoorTests.store(stored.value, door, configuration), "\(door)")
      #expect(try items() == [first, second], "\(door)")
    }
    #expect(try await RuleDoorTests.store(Stored.right.value, door, configuration) == nil, "\(door)")
    #expect(try items() == [first, second, Stored.right.value], "\(door)")
  }

  // Deletes the first item, which its lock denies, and reads and writes on.
  @Sendable private static func deleteLocked(_ realm: Realm) {
    realm.delete(realm.objects(DoorItem.self).filter("id == 1"))
    _ = realm.objects(DoorItem.self).filter("code == 'first'").count
    realm.create(DoorItem.self, value: ["id": 7, "code": "seventh"] as [String: Any])
  }

  private func checkDenied(_ error: (any Error)?, _ comment: Comment) throws {
    let found = error as? Realm.Error
    #expect(found?.code == .ruleViolated, comment)
    #expect(found?.violations.map(\.rule) == [.denied], comment)
    // The type that has the property denies the deletion of an object of another type.
    #expect(found?.violations.map(\.type) == ["DoorLock"], comment)
    #expect(found?.violations.map(\.object.type) == ["DoorItem"], comment)
    #expect(found?.violations.map(\.properties) == [["item"]], comment)
    #expect(found?.violations.map(\.object.primaryKey) == ["1"], comment)
    #expect(found?.violations.map(\.holder?.type) == ["DoorLock"], comment)
    #expect(found?.localizedDescription.contains("because 'DoorLock.item' denies it") == true, comment)
    #expect(try items() == [first, second], comment)
  }

  @Test("a deletion that was denied makes an asynchronous commit fail, although the write continues", arguments: AsyncDoor.allCases)
  func denied(_ door: AsyncDoor) async throws {
    try checkDenied(try await RuleDoorTests.write(door, configuration, RuleDoorTests.deleteLocked), "\(door)")
    #expect(try await RuleDoorTests.store(Stored.right.value, door, configuration) == nil, "\(door)")
  }

  @Test("a deletion that was denied makes the commit and a copy fail")
  func denied() throws {
    let copy = folder.url("copy.realm")
    realm.beginWrite()
    RuleDoorTests.deleteLocked(realm)
    let refused = #expect(throws: Realm.Error.self) { try realm.writeCopy(toFile: copy) }
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    let error = #expect(throws: Realm.Error.self) { try realm.commitWrite() }
    try checkDenied(refused, "copy")
    try checkDenied(error, "commit")
    #expect(!realm.isInWriteTransaction)
  }

  @Test(
    "of writes that share a sync, each that breaks a rule fails alone, and all others are stored",
    arguments: [Realm.Configuration.Durability.full, .relaxed], [AsyncDoor.asyncWrite, .pool])
  func shared(_ durability: Realm.Configuration.Durability, _ door: AsyncDoor) async throws {
    var configuration = configuration
    configuration.durability = durability
    // Numbers that 4 divides have the code of the first item; 4 divides those with a high level with a rest of 2.
    @Sendable func value(_ number: Int) -> DoorItem.Value {
      DoorItem.Value(id: number, code: number % 4 == 0 ? "first" : "code \(number)", level: number % 4 == 2 ? 10 : number % 10)
    }
    let numbers = 10..<58
    let failed = try await withThrowingTaskGroup(of: Int?.self) { [configuration] group in
      for number in numbers {
        group.addTask {
          guard let error = try await RuleDoorTests.store(value(number), door, configuration) else { return nil }
          let (broken, text) = (number % 4 == 0 ? "code" : "level", "number \(number), \(error)")
          #expect((error as? Realm.Error)?.violations.map(\.properties) == [[broken]], "\(text)")
          return number
        }
      }
      return try await group.reduce(into: Set<Int>()) { failed, number in if let number { failed.insert(number) } }
    }
    #expect(failed == Set(numbers.filter { $0 % 2 == 0 }))
    #expect(try items() == [first, second] + numbers.filter { $0 % 2 == 1 }.map(value))
  }
}

/// An actor with a Realm.
private actor DoorActor {
  private var realm: Realm!

  init(_ configuration: Realm.Configuration) async throws { realm = try await Realm(configuration: configuration, actor: self) }

  func write(_ body: @Sendable (Realm) -> Void) async throws {
    let realm = realm!
    try await realm.asyncWrite { body(realm) }
  }
}
