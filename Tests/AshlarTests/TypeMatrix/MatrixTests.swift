import Ashlar
import Foundation
import Matrix
import Testing
import TestSupport
import TestTraits

/// Every type in every form through everything that can be done to a property.
@Suite("Every type in every form", .blocking)
struct MatrixTests {
  // What a property is set to, and the form of what is then read.
  private typealias Setting = (name: String, value: Any?, form: String)

  private static var none: Any { Optional<Any>.none as Any }

  private static func map(_ values: [Any]) -> [String: Any] {
    Dictionary(uniqueKeysWithValues: values.enumerated().map { ("key \($0)", $1) })
  }

  /// Settings of all properties of an object, the `turn`th of them.
  private static func settings(_ kind: MatrixKind, turn: Int) -> [Setting] {
    let value = kind.values[turn % kind.values.count]
    // Collections of all values, beginning elsewhere each time.
    let values = kind.values.indices.map { kind.values[($0 + turn) % kind.values.count] }
    var settings: [Setting] = [
      ("plain", value, form(value)), ("list", values + [value], form(values + [value])), ("set", values + [value], setForm(values)),
      ("map", map(values), form(map(values))),
    ]
    if kind.isIndexed { settings.append(("indexed", value, form(value))) }
    if kind.isAny { return settings }
    let optional = turn % 3 == 1 ? nil : value
    let optionals = values + [none]
    settings += [
      ("optional", optional, form(optional)), ("optionalList", optionals, form(optionals)), ("optionalSet", optionals, setForm(optionals)),
      ("optionalMap", map(optionals), form(map(optionals))),
    ]
    if kind.isIndexed { settings.append(("optionalIndexed", optional, form(optional))) }
    return settings
  }

  private static func apply(_ settings: [Setting], to object: Object) { for setting in settings { object[setting.name] = setting.value } }

  private static func expect(_ object: Object, _ settings: [Setting], _ text: String) {
    for setting in settings { #expect(form(object[setting.name]) == setting.form, "\(setting.name), \(text)") }
  }

  private static func expectStart(_ object: Object, _ kind: MatrixKind) {
    if let start = kind.start { #expect(form(object["plain"]) == form(start)) }
    #expect(form(object["list"]) == "[]" && form(object["set"]) == "{}" && form(object["map"]) == "[]")
    if kind.isAny { return }
    #expect(form(object["optional"]) == "nil")
    #expect(form(object["optionalList"]) == "[]" && form(object["optionalSet"]) == "{}" && form(object["optionalMap"]) == "[]")
  }

  @Test("defaults: of an object that is in no Realm, of one that was added, and of one that was made in one", arguments: MatrixKind.all)
  func defaults(_ kind: MatrixKind) throws {
    let realm = try memoryRealm(kind.types)
    let object = kind.make()
    Self.expectStart(object, kind)
    try realm.write {
      realm.add(object)
      Self.expectStart(object, kind)
      Self.expectStart(kind.create(realm, [:]), kind)
    }
  }

  @Test(
    "each value is read as it was set, before the object is in a Realm, after it was added, and when set there", arguments: MatrixKind.all)
  func settingAndReading(_ kind: MatrixKind) throws {
    let realm = try memoryRealm(kind.types)
    for turn in kind.values.indices {
      let settings = Self.settings(kind, turn: turn)
      let object = kind.make()
      Self.apply(settings, to: object)
      Self.expect(object, settings, "unmanaged")
      try realm.write {
        realm.add(object)
        Self.expect(object, settings, "added")
        let managed = kind.create(realm, [:])
        Self.apply(settings, to: managed)
        Self.expect(managed, settings, "managed")
        let created = kind.create(realm, Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value as Any) }))
        Self.expect(created, settings, "created")
      }
      for object in kind.objects(realm).suffix(3) { Self.expect(object, settings, "committed") }
    }
  }

  @Test("key-value access reads and sets each value, by key and by key path, of objects and of collections", arguments: MatrixKind.all)
  func keyValueAccess(_ kind: MatrixKind) throws {
    let realm = try memoryRealm(kind.types)
    for turn in kind.values.indices {
      let settings = Self.settings(kind, turn: turn)
      let object = kind.make()
      for setting in settings { object.setValue(setting.value, forKey: setting.name) }
      for setting in settings { #expect(form(object.value(forKey: setting.name)) == setting.form, "\(setting.name), unmanaged") }
      try realm.write {
        let managed = kind.create(realm, [:])
        for setting in settings { managed.setValue(setting.value, forKeyPath: setting.name) }
        Self.expect(managed, settings, "managed")
        // Every object of the type.
        kind.setEach(realm, settings.map { ($0.name, $0.value) })
      }
      for object in kind.objects(realm) {
        for setting in settings {
          #expect(form(object.value(forKeyPath: setting.name)) == setting.form, "\(setting.name), committed")
          #expect(form(object.dictionaryWithValues(forKeys: [setting.name])[setting.name] as Any?) == setting.form, "\(setting.name)")
        }
      }
      let plain = settings.first { $0.name == "plain" }
      #expect(kind.each(realm, "plain").map { form($0) } == kind.objects(realm).map { _ in plain?.form ?? "" })
    }
  }

  @Test(
    "objects are equal by their rows where they have a key, and by instance where not; isSameObject tells rows", arguments: MatrixKind.all)
  func equality(_ kind: MatrixKind) throws {
    let (realm, other) = (try memoryRealm(kind.types), try memoryRealm(kind.types))
    let settings = Self.settings(kind, turn: 0)
    func make(_ realm: Realm) throws -> Object {
      try realm.write {
        let object = kind.create(realm, [:])
        Self.apply(settings, to: object)
        return object
      }
    }
    let (object, twin, foreign) = (try make(realm), try make(realm), try make(other))
    let again = try #require(kind.objects(realm).first)
    // The same values are no reason.
    #expect(object == object && object != again && object != twin && object != foreign && kind.copy(object) != object)
    #expect(object.isSameObject(as: again) && object.isSameObject(as: object) && !object.isSameObject(as: twin))
    #expect(!object.isSameObject(as: foreign) && !object.isSameObject(as: nil) && !kind.copy(object).isSameObject(as: object))
    let frozen = realm.freeze()
    let frozenObjects = kind.objects(frozen)
    #expect(frozenObjects[0] == kind.objects(frozen)[0] && frozenObjects[0].hashValue == kind.objects(frozen)[0].hashValue)
    #expect(frozenObjects[0] != frozenObjects[1] && frozenObjects[0] != object && !frozenObjects[0].isSameObject(as: object))
    for key in kind.keys {
      let values = kind.values + (key.isOptional ? [Self.none] : [])
      try realm.write { for (index, value) in values.enumerated() { _ = key.create(realm, ["id": value, "value": index]) } }
      try other.write { _ = key.create(other, ["id": values[0], "value": 0]) }
      for value in values {
        let (one, same) = (try #require(key.find(realm, value)), try #require(key.find(realm, value)))
        #expect(one !== same && one == same && one.hashValue == same.hashValue && one.isSameObject(as: same), "\(form(value))")
        for another in values where form(another) != form(value) { #expect(one != key.find(realm, another), "\(form(value))") }
      }
      let (mine, theirs) = (try #require(key.find(realm, values[0])), try #require(key.find(other, values[0])))
      #expect(mine != theirs && !mine.isSameObject(as: theirs))
    }
  }

  @Test("optional properties become nil again", arguments: MatrixKind.all.filter { !$0.isAny })
  func nils(_ kind: MatrixKind) throws {
    let realm = try memoryRealm(kind.types)
    let object = kind.make()
    for _ in 0..<2 {
      try realm.write {
        object["optional"] = kind.values[0]
        #expect(form(object["optional"]) == form(kind.values[0]))
        object["optional"] = nil
        #expect(object["optional"] == nil)
        realm.add(object)
      }
    }
  }

  @Test("what is committed is there when the file is opened again", arguments: MatrixKind.all)
  func reopening(_ kind: MatrixKind) throws {
    let folder = try TemporaryFolder()
    do {
      let realm = try Realm(configuration: folder.configuration("data.realm", kind.types))
      try realm.write { for turn in kind.values.indices { Self.apply(Self.settings(kind, turn: turn), to: kind.create(realm, [:])) } }
    }
    let objects = kind.objects(try Realm(configuration: folder.configuration("data.realm", kind.types)))
    #expect(objects.count == kind.values.count)
    for (turn, object) in objects.enumerated() { Self.expect(object, Self.settings(kind, turn: turn), "reopened") }
  }

  @Test("a copy has the same values, in the Realm, in another and in none", arguments: MatrixKind.all)
  func copies(_ kind: MatrixKind) throws {
    let (realm, other) = (try memoryRealm(kind.types), try memoryRealm(kind.types))
    for turn in kind.values.indices {
      let settings = Self.settings(kind, turn: turn)
      let object = try realm.write {
        let object = kind.create(realm, [:])
        Self.apply(settings, to: object)
        return object
      }
      try realm.write { Self.expect(kind.create(realm, object), settings, "copied") }
      try other.write { Self.expect(kind.create(other, object), settings, "copied to another Realm") }
      // A copy has its own collections.
      try realm.write { object["list"] = [Any]() }
      Self.expect(kind.objects(other)[turn], settings, "the original changed")
    }
  }

  @Test("a frozen object keeps its values, and the live one that is got of it has the new ones", arguments: MatrixKind.all)
  func freezing(_ kind: MatrixKind) throws {
    let realm = try memoryRealm(kind.types)
    let (before, after) = (Self.settings(kind, turn: 0), Self.settings(kind, turn: 1))
    let object = try realm.write { kind.create(realm, [:]) }
    try realm.write { Self.apply(before, to: object) }
    let frozen = object.freeze()
    try realm.write { Self.apply(after, to: object) }
    Self.expect(frozen, before, "frozen")
    Self.expect(object, after, "live")
    Self.expect(try #require(frozen.thaw()), after, "thawed")
  }

  @Test("a write that is cancelled leaves what was there", arguments: MatrixKind.all)
  func cancelling(_ kind: MatrixKind) throws {
    let realm = try memoryRealm(kind.types)
    let before = Self.settings(kind, turn: 0)
    let object = try realm.write {
      let object = kind.create(realm, [:])
      Self.apply(before, to: object)
      return object
    }
    for turn in kind.values.indices {
      realm.beginWrite()
      Self.apply(Self.settings(kind, turn: turn), to: object)
      Self.expect(object, Self.settings(kind, turn: turn), "within the write")
      realm.cancelWrite()
      Self.expect(object, before, "cancelled")
    }
  }

  @Test(
    "a condition finds the same rows by an index as without, within a write and after it", arguments: MatrixKind.all.filter(\.isIndexed))
  func indexes(_ kind: MatrixKind) throws {
    let realm = try memoryRealm(kind.types)
    func check() {
      for value in kind.values {
        let count = kind.objects(realm).count { form($0["plain"]) == form(value) }
        #expect(kind.count(realm, "plain", value) == count && count > 0, "\(form(value))")
        #expect(kind.count(realm, "indexed", value) == count, "\(form(value))")
        if !kind.isAny { #expect(kind.count(realm, "optionalIndexed", value) == kind.count(realm, "optional", value), "\(form(value))") }
      }
      if !kind.isAny {
        #expect(kind.count(realm, "optionalIndexed", nil) == kind.objects(realm).count { $0["optional"] == nil })
        #expect(kind.count(realm, "optional", nil) == kind.count(realm, "optionalIndexed", nil))
      }
    }
    try realm.write {
      for turn in 0..<kind.values.count * 3 { Self.apply(Self.settings(kind, turn: turn), to: kind.create(realm, [:])) }
      check()
    }
    check()
    // Every object gets the next value.
    try realm.write {
      for (turn, object) in kind.objects(realm).enumerated() { Self.apply(Self.settings(kind, turn: turn + 1), to: object) }
      check()
    }
    check()
  }

  @Test("an object is found by its primary key, and nil is a key where it may be", arguments: MatrixKind.all.filter { !$0.keys.isEmpty })
  func keys(_ kind: MatrixKind) throws {
    let folder = try TemporaryFolder()
    for key in kind.keys {
      let values = kind.values + (key.isOptional ? [Self.none] : [])
      do {
        let realm = try Realm(configuration: folder.configuration("data.realm", kind.types))
        try realm.write {
          for (index, value) in values.enumerated() {
            #expect(key.find(realm, value) == nil, "\(form(value))")
            _ = key.create(realm, ["id": value, "value": index])
            #expect(form(key.find(realm, value)?["value"]) == form(index), "\(form(value)), within the write")
          }
        }
      }
      let realm = try Realm(configuration: folder.configuration("data.realm", kind.types))
      for (index, value) in values.enumerated() {
        let object = key.find(realm, value)
        #expect(form(object?["id"]) == form(value) && form(object?["value"]) == form(index), "\(form(value))")
      }
    }
  }

  @Test("what is encoded is decoded; of an object in a Realm, of its copy in none", arguments: MatrixKind.all.filter { $0.recode != nil })
  func coding(_ kind: MatrixKind) throws {
    let realm = try memoryRealm(kind.types)
    let recode = try #require(kind.recode)
    for turn in kind.values.indices {
      let settings = Self.settings(kind, turn: turn)
      let object = kind.make()
      Self.apply(settings, to: object)
      Self.expect(try recode(object), settings, "unmanaged")
      try realm.write { realm.add(object) }
      #expect(throws: EncodingError.self) { try recode(object) }
      let copy = kind.copy(object)
      Self.expect(copy, settings, "copied out of the Realm")
      Self.expect(try recode(copy), settings, "decoded copy")
    }
  }
}
