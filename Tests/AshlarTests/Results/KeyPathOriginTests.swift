import Foundation
import Kinds
import Testing

@testable import Ashlar

extension Scalars {
  fileprivate var clamped: Int { max(int, -100) }
  fileprivate var oneIfZero: Int { int == 0 ? 1 : int }
  fileprivate var named: String { string.isEmpty ? "nobody" : string }
  fileprivate var orEmpty: String { anyString ?? "" }
  fileprivate var maybe: String? { anyString ?? string }
  fileprivate var brightest: Shade { shade == Shade.allCases.last ? .light : shade }
  fileprivate var optionalShade: Shade? { shade }
  fileprivate var isLight: Bool { shade == .light }
  fileprivate var shownDecimal: Decimal128 { decimal < 0 ? 0 : decimal }
  fileprivate var shownDate: Date { min(date, Date(timeIntervalSince1970: 0)) }
  fileprivate var shownId: UUID { anyUUID ?? uuid }
  fileprivate var shownData: Data { data.isEmpty ? Data([1]) : data }
  fileprivate var constant: Int { 3 }
  fileprivate var positive: Bool { int > 0 && bool }
}

extension Node {
  fileprivate var nearest: Node? { next ?? previous.first }
  fileprivate var nextLabel: String? { next?.label }
}

extension Custom {
  fileprivate var shownTag: Tag? { anyTag }
  fileprivate var otherWeb: Web { anyWeb ?? web }
}

@Suite("What a key path is of")
struct KeyPathOriginTests {
  private func isStored<Root: ObjectBase>(_ keyPath: PartialKeyPath<Root>, _ name: String) -> Bool {
    KeyPathParts.origin(of: keyPath) == .stored(name)
  }

  private func isComputed<Root: ObjectBase>(_ keyPath: PartialKeyPath<Root>, _ names: [String]) -> Bool {
    KeyPathParts.origin(of: keyPath) == .computed(names)
  }

  @Test("stored properties of every type are recognized")
  func stored() {
    let paths: [(PartialKeyPath<Scalars>, String)] = [
      (\.bool, "bool"), (\.int, "int"), (\.int8, "int8"), (\.int16, "int16"), (\.int32, "int32"), (\.int64, "int64"), (\.float, "float"),
      (\.double, "double"), (\.string, "string"), (\.data, "data"), (\.date, "date"), (\.decimal, "decimal"), (\.objectId, "objectId"),
      (\.uuid, "uuid"), (\.shade, "shade"), (\.level, "level"), (\.anyBool, "anyBool"), (\.anyInt, "anyInt"), (\.anyInt8, "anyInt8"),
      (\.anyFloat, "anyFloat"), (\.anyDouble, "anyDouble"), (\.anyString, "anyString"), (\.anyData, "anyData"), (\.anyDate, "anyDate"),
      (\.anyDecimal, "anyDecimal"), (\.anyObjectId, "anyObjectId"), (\.anyUUID, "anyUUID"), (\.anyShade, "anyShade"),
      (\.anyLevel, "anyLevel"),
    ]
    for (path, name) in paths { #expect(isStored(path, name), "\(name)") }
    let nodes: [(PartialKeyPath<Node>, String)] = [
      (\.next, "next"), (\.part, "part"), (\.children, "children"), (\.parents, "parents"), (\.previous, "previous"),
    ]
    for (path, name) in nodes { #expect(isStored(path, name), "\(name)") }
    let customs: [(PartialKeyPath<Custom>, String)] = [
      (\.web, "web"), (\.anyWeb, "anyWeb"), (\.tag, "tag"), (\.anyTag, "anyTag"), (\.point, "point"), (\.anyPoint, "anyPoint"),
      (\.webs, "webs"), (\.weather, "weather"), (\.anyWeather, "anyWeather"), (\.webSet, "webSet"), (\.pointMap, "pointMap"),
    ]
    for (path, name) in customs { #expect(isStored(path, name), "\(name)") }
  }

  @Test("what is computed of numbers, text, dates, ids and data is told from them, also where it often is the same")
  func scalars() {
    #expect(isComputed(\Scalars.clamped, ["int"]))
    #expect(isComputed(\Scalars.oneIfZero, ["int", "int"]) || isComputed(\Scalars.oneIfZero, ["int"]))
    #expect(isComputed(\Scalars.orEmpty, ["anyString"]))
    #expect(isComputed(\Scalars.maybe, ["anyString", "string"]))
    #expect(isComputed(\Scalars.shownId, ["anyUUID"]))
    #expect(isComputed(\Scalars.shownDate, ["date"]))
    for path in [\Scalars.named, \Scalars.shownDecimal, \Scalars.shownData, \Scalars.positive] as [PartialKeyPath<Scalars>] {
      if case .stored(let name) = KeyPathParts.origin(of: path) { Issue.record("taken for '\(name)'") }
    }
    #expect(isComputed(\Scalars.constant, []))
  }

  @Test("what is computed of enums is told from them, for each case")
  func enums() {
    if case .stored(let name) = KeyPathParts.origin(of: \Scalars.brightest) { Issue.record("taken for '\(name)'") }
    #expect(isComputed(\Scalars.optionalShade, ["shade"]))
    #expect(isComputed(\Scalars.isLight, ["shade"]))
  }

  @Test("what is computed of links, collections and custom types is told from them")
  func links() {
    #expect(isComputed(\Node.nearest, ["next", "previous"]))
    #expect(isComputed(\Node.nextLabel, ["next", "label"]))
    #expect(isComputed(\Custom.shownTag, ["anyTag"]))
    if case .stored(let name) = KeyPathParts.origin(of: \Custom.otherWeb) { Issue.record("taken for '\(name)'") }
  }

  @Test("in a condition what is computed of an enum stops the program")
  func stops() async {
    let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      _ = realm.objects(Scalars.self).where { $0.brightest == .light }
    }
    #expect(errorText(text).contains("refers to a property that is not stored: it is computed from 'shade"))
  }
}
