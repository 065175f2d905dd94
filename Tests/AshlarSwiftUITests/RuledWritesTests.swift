import Ashlar
import Foundation
import Testing

@testable import AshlarSwiftUI

@MainActor @Suite("Writes from views that break rules", .serialized)
struct RuledWritesTests {
  private let realm: Realm
  private let first: ViewItem
  private let second: ViewItem
  // As a view shows it.
  private let shown: ViewItem

  init() throws {
    realm = try Realm(
      configuration: Realm.Configuration(inMemoryIdentifier: UUID().uuidString, objectTypes: [ViewItem.self, ViewLock.self]))
    let realm = realm
    (first, second) = try realm.write {
      let first = realm.create(ViewItem.self, value: ["code": "first", "level": 1] as [String: Any])
      let second = realm.create(ViewItem.self, value: ["code": "second", "level": 2] as [String: Any])
      for item in [first, second] {
        item.list.append(first)
        item.group.insert(first)
        item.map.updateValue(first, forKey: "a")
      }
      realm.create(ViewLock.self, value: ["item": first])
      return (first, second)
    }
    shown = second.freeze()
  }

  /// A write of a view, and the property whose rule it breaks.
  enum Door: String, CaseIterable {
    case code, level, differingCode, frozenLevel, append, insert, setInMap, add, delete, deleteSeveral

    var property: String {
      switch self {
      case .level, .frozenLevel, .insert: "level"
      case .delete, .deleteSeveral: "item"
      case .code, .differingCode, .append, .setInMap, .add: "code"
      }
    }
  }

  private func write(_ door: Door) {
    func property<V>(_ item: ViewItem, _ keyPath: ReferenceWritableKeyPath<ViewItem, V>) -> BoundProperty<ViewItem, V> {
      BoundProperty({ item }, keyPath, touched: { _ in })
    }
    func new(_ code: String, _ level: Int) -> ViewItem { ViewItem(value: ["code": code, "level": level] as [String: Any]) }
    switch door {
    case .code: property(second, \.code).set("first")
    case .differingCode: property(second, \.code).setDiffering("first")
    case .level: property(second, \.level).set(10)
    case .frozenLevel: property(shown, \.level).set(-1)
    case .append: second.list.appendFromView(new("first", 3))
    case .insert: shown.group.insertFromView(new("third", 10))
    case .setInMap: second.map.setFromView(new("first", 3), for: "b")
    case .add: addFromView(new("second", 3), to: realm)
    case .delete: deleteFromView([first])
    case .deleteSeveral: deleteFromView([shown, first])
    }
  }

  private func contents() -> [String] {
    realm.objects(ViewItem.self).map { item in
      "\(item.code) \(item.level) \(item.list.map(\.code)) \(item.group.map(\.code)) \(item.map.keys.map { $0 })"
    }
  }

  @Test("nothing is stored, the handler of the view receives the error, and the next write succeeds", arguments: Door.allCases)
  func refused(_ door: Door) throws {
    let before = contents()
    var errors: [Realm.Error] = []
    let handler = FailureHandler()
    handler.depth = .max
    handler.action = { errors.append($0) }
    FailedWrites.shared.add(handler)
    write(door)
    #expect(errors.map(\.code) == [.ruleViolated])
    #expect(errors.first?.violations.map(\.properties) == [[door.property]])
    #expect(!realm.isInWriteTransaction)
    #expect(contents() == before)
    BoundProperty({ [second] in second }, \.level, touched: { _ in }).set(9)
    #expect(second.level == 9)
    #expect(errors.count == 1)
    withExtendedLifetime(handler) {}
  }

  @Test("a write that is open remains open, and its commit throws", arguments: Door.allCases)
  func inWrite(_ door: Door) throws {
    let before = contents()
    realm.beginWrite()
    write(door)
    #expect(realm.isInWriteTransaction)
    let error = #expect(throws: Realm.Error.self) { try realm.commitWrite() }
    #expect(error?.violations.map(\.properties) == [[door.property]])
    #expect(contents() == before)
  }
}
