@testable import Ashlar
import AshlarSchema
import Foundation
import Handwritten
import Kinds
import Matrix
import Outside
import TestSupport
import Testing
import Traits

@Suite("Raw values without a case")
struct EnumCaseTests {
  /// Ways in which untyped code stores a raw value.
  enum Way: String, CaseIterable, Codable, Sendable {
    case initialValue, create, createFromArray, createFromObject, update, subscripting, key, keyOfResults, optional, integer
    case dynamicCreate, dynamicSubscript, dynamicMember, anyValue
    case list, optionalList, set, map, rawList, replacedInRawList, rawSet, rawMap, keyOfList, unmanagedRawList, addedRawList
    case listed, unlisted, unlistedList, foreign, foreignOptional, foreignList, foreignSet

    func run() throws {
      switch self {
      case .initialValue: _ = Scalars(value: ["shade": "purple"])
      case .optional: _ = Scalars(value: ["anyShade": "purple"])
      case .integer: Scalars()["level"] = 3
      case .subscripting: Scalars()["shade"] = "purple"
      case .key: Scalars().setValue("purple", forKey: "shade")
      case .list: _ = Lists(value: ["shades": ["dark", "purple"]])
      case .listed: Drawing()["corner"] = 7
      case .unlisted: Drawing()["shape"] = "purple"
      case .unlistedList: Drawing()["shapes"] = ["r", "purple"]
      case .foreign: Parcel()["state"] = "purple"
      case .foreignOptional: Parcel()["size"] = 7
      case .foreignList: Parcel()["history"] = ["purple"]
      case .foreignSet: Parcel()["sizes"] = [5, 7]
      case .unmanagedRawList:
        let lists = Lists()
        (lists["shades"] as? List<String>)?.append("purple")
        _ = lists.shades
      case .addedRawList:
        let lists = Lists()
        (lists["shades"] as? List<String>)?.append("purple")
        let realm = try memoryRealm(KindsSchema.objectTypes)
        try realm.write { realm.add(lists) }
      default: try managed()
      }
    }

    private func managed() throws {
      let realm = try memoryRealm(KindsSchema.objectTypes + MatrixSchema.objectTypes)
      try realm.write {
        let object = realm.create(Scalars.self)
        let hues = realm.create(MatrixHue.self)
        let lists = realm.create(Lists.self)
        switch self {
        case .create: realm.create(Scalars.self, value: ["shade": "purple"])
        case .createFromArray: realm.create(Scalars.self, value: (0..<14).map { object._value(at: $0) as Any } + ["purple"])
        case .createFromObject:
          let words = MatrixString()
          words.plain = "purple"
          realm.create(MatrixHue.self, value: words)
        case .update: object.setValue("purple", forKey: "shade")
        case .keyOfResults: realm.objects(Scalars.self).setValue("purple", forKey: "shade")
        case .dynamicCreate: realm.dynamicCreate("Scalars", value: ["shade": "purple"])
        case .dynamicSubscript: realm.dynamicObjects("Scalars").first?["shade"] = "purple"
        case .dynamicMember: realm.dynamicObjects("Scalars").first?.shade = "purple"
        case .anyValue: object["shade"] = AnyRealmValue.string("purple")
        case .optionalList: hues["optionalList"] = ["warm", nil, "purple"] as [String?]
        case .set: hues["set"] = ["warm", "purple"]
        case .map: hues["map"] = ["a": "warm", "b": "purple"]
        case .rawList: (realm.dynamicObjects("Lists").first?["shades"] as? List<String>)?.append("purple")
        case .replacedInRawList:
          lists.shades.append(.dark)
          (realm.dynamicObjects("Lists").first?["shades"] as? List<String>)?[0] = "purple"
        case .rawSet: (realm.dynamicObjects("MatrixHue").first?["set"] as? MutableSet<String>)?.insert("purple")
        case .rawMap: (realm.dynamicObjects("MatrixHue").first?["map"] as? Map<String, String>)?["a"] = "purple"
        case .keyOfList:
          lists.shades.append(.dark)
          (realm.dynamicObjects("Lists").first?["shades"] as? List<String>)?.setValue("purple", forKey: "self")
        default: break
        }
      }
    }

    var value: String {
      switch self {
      case .integer: "3"
      case .listed, .foreignOptional, .foreignSet: "7"
      default: "purple"
      }
    }

    var message: String {
      let (property, type) =
        switch self {
        case .optional: ("Scalars.anyShade", "Shade")
        case .integer: ("Scalars.level", "Level")
        case .createFromObject: ("MatrixHue.plain", "Hue")
        case .optionalList: ("MatrixHue.optionalList", "Hue")
        case .set, .rawSet: ("MatrixHue.set", "Hue")
        case .map, .rawMap: ("MatrixHue.map", "Hue")
        case .list, .rawList, .replacedInRawList, .keyOfList, .addedRawList: ("Lists.shades", "Shade")
        case .listed: ("Drawing.corner", "Corner")
        case .unlisted: ("Drawing.shape", "Shape")
        case .unlistedList: ("Drawing.shapes", "Shape")
        case .foreign: ("Parcel.state", "State")
        case .foreignOptional: ("Parcel.size", "Size")
        case .foreignList: ("Parcel.history", "State")
        case .foreignSet: ("Parcel.sizes", "Size")
        default: ("Scalars.shade", "Shade")
        }
      if self == .unmanagedRawList { return "in 'Lists.shades': no case has this raw value" }
      return "Invalid value '\(value)' for property '\(property)': no case of enum '\(type)' has this raw value."
    }
  }

  @Test("untyped code cannot store one", arguments: Way.allCases)
  func refused(way: Way) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [way] in try way.run() }
    #expect(errorText(result).contains(way.message), "\(errorText(result))")
  }

  @Test("untyped code stores cases, raw values of cases, and nil where that is allowed")
  func accepted() throws {
    let realm = try memoryRealm(KindsSchema.objectTypes + MatrixSchema.objectTypes)
    try realm.write {
      let object = realm.create(Scalars.self, value: ["shade": "light", "level": 7 as Int64, "anyShade": Shade.dark, "anyLevel": -1])
      #expect(object.shade == .light && object.level == .top && object.anyShade == .dark && object.anyLevel == .low)
      object["anyShade"] = nil
      object["anyLevel"] = NSNull()
      #expect(object.anyShade == nil && object.anyLevel == nil)
      let hues = realm.create(
        MatrixHue.self, value: ["list": ["cold", Hue.warm] as [Any], "optionalSet": ["warm", nil] as [String?], "map": ["a": "cold"]])
      #expect(Array(hues.list) == [.cold, .warm] && hues.optionalSet.count == 2 && hues.map["a"] == .cold)
      (realm.dynamicObjects("MatrixHue").first?["list"] as? List<String>)?.append("warm")
      #expect(Array(hues.list) == [.cold, .warm, .warm])
    }
    let drawing = Drawing(value: ["shape": "s", "shapes": ["r"], "corner": 5])
    #expect(drawing.shape == .square && Array(drawing.shapes) == [.round] && drawing.corner == .round)
    let parcel = Parcel(value: ["state": "moving", "size": 5, "history": ["arrived"]])
    #expect(parcel.state == .moving && parcel.size == .large && Array(parcel.history) == [.arrived])
  }

  @Test("a migration that stores one fails, and the file is unchanged")
  func migration() throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration("a.realm", KindsSchema.objectTypes)
    configuration.schemaVersion = 2
    try autoreleased {
      let realm = try Realm(configuration: configuration)
      try realm.write { _ = realm.create(Scalars.self) }
    }
    configuration.schemaVersion = 3
    configuration.migrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Scalars") { _, new in new?["shade"] = "purple" }
    }
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(error?.description.contains("Invalid value 'purple' for property 'Scalars.shade': no case of enum 'Shade'") == true)
    configuration.migrationBlock = { _, _ in }
    #expect(try Realm(configuration: configuration).objects(Scalars.self).first?.shade == .dark)
  }

  private func autoreleased(_ body: () throws -> Void) throws { try body() }

  /// Objects that code without the enum has stored.
  enum Stored: String, CaseIterable, Codable, Sendable {
    case plain, keyed, external

    func run() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("a.realm")
      let types =
        switch self {
        case .plain: KindsSchema.objectTypes
        case .keyed: HandwrittenSchema.objectTypes
        case .external: TraitsSchema.objectTypes
        }
      let configuration = folder.configuration("a.realm", types)
      _ = try Realm(configuration: configuration).isEmpty
      try write(path)
      let realm = try Realm(configuration: configuration)
      switch self {
      case .plain: _ = realm.objects(Scalars.self).first?.shade
      case .keyed: _ = realm.objects(Parcel.self).first?.state
      case .external: _ = realm.objects(Drawing.self).first?.layer
      }
    }

    private func write(_ path: String) throws {
      let realm = try Realm(storedTypesAt: path, readOnly: false)
      try realm.write {
        switch self {
        case .plain: realm.dynamicCreate("Scalars", value: values("Scalars", realm, ["shade": "purple"]))
        case .keyed: realm.dynamicCreate("Parcel", value: values("Parcel", realm, ["waybill": "W12", "state": "purple"]))
        case .external: realm.dynamicCreate("Drawing", value: values("Drawing", realm, ["layer": 100]))
        }
      }
    }

    // A type without a class has no initial values.
    private func values(_ name: String, _ realm: Realm, _ given: [String: Any]) -> [String: Any] {
      var values = given
      for property in realm._types.first(where: { $0.name == name })?.columns ?? [] where values[property.name] == nil {
        guard !property.isOptional, property.collection == .none, property.type != .object, property.type != .any else { continue }
        switch property.type {
        case .bool: values[property.name] = false
        case .string: values[property.name] = ""
        case .data: values[property.name] = Data()
        case .date: values[property.name] = Date()
        case .uuid: values[property.name] = UUID()
        case .objectId: values[property.name] = ObjectId()
        default: values[property.name] = 0
        }
      }
      return values
    }

    var message: String {
      switch self {
      case .plain:
        "Could not convert stored value 'purple' to 'Shade' in a non-optional context, in 'Scalars.shade': no case has this raw value."
      case .keyed:
        "Could not convert stored value 'purple' to 'State' in a non-optional context, in 'Parcel.state' of the object whose 'waybill' is 'W12': no case has this raw value."
      case .external:
        "Could not convert stored value '100' to 'Layer' in a non-optional context, in 'Drawing.layer': no case has this raw value."
      }
    }
  }

  @Test("reading a stored one stops the program with type, property and primary key", arguments: Stored.allCases)
  func reading(stored: Stored) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [stored] in try stored.run() }
    #expect(errorText(result).contains(stored.message), "\(errorText(result))")
    #expect(errorText(result).contains("'unknown:'"))
  }
}
