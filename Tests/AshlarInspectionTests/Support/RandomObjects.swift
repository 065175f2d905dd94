@testable import Ashlar
import AshlarSchema
import Foundation
import TestSupport

/// Fills a file with random objects of all its types: values at the edges of their types, links to any objects, cycles, gaps among rows.
struct RandomObjects {
  private var random: SeededGenerator
  private let realm: Realm
  private let types: [String: EntityModel]
  private let objects: Int
  private var made: [String: [DynamicObject]] = [:]

  /// - Parameter objects: of each type.
  init(_ realm: Realm, seed: UInt64, objects: Int) {
    self.realm = realm
    self.objects = objects
    random = SeededGenerator(seed: seed)
    types = Dictionary(uniqueKeysWithValues: realm._types.map { ($0.name, $0) })
  }

  mutating func fill() throws {
    try realm.write {
      let all = types.values.filter { $0.kind == .object }.sorted { $0.name < $1.name }
      for type in all {
        for index in 0..<objects + 3 {
          var values: [String: Any] = [:]
          for property in type.columns where property.collection == .none && property.type != .object && property.type != .any {
            values[property.name] = property.isPrimaryKey ? key(property, index) : single(property, depth: 0)
          }
          made[type.name, default: []].append(realm.dynamicCreate(type.name, value: values))
        }
        // Rows are gone in the middle, so that positions are not keys.
        for _ in 0..<3 {
          let index = random.below(made[type.name]?.count ?? 1)
          if let object = made[type.name]?.remove(at: index) { realm.delete(object) }
        }
      }
      for type in all {
        for object in made[type.name] ?? [] {
          for property in type.columns where property.collection != .none || property.type == .object || property.type == .any {
            object[property.name] = value(property, depth: 0)
          }
        }
      }
    }
  }

  // MARK: - Values

  private mutating func value(_ property: PropertyModel, depth: Int) -> Any {
    let count = random.chance(20) ? 0 : random.below(5)
    switch property.collection {
    case .none, .linkingObjects: return single(property, depth: depth)
    case .list, .set: return (0..<count).map { _ in element(property, depth: depth) }
    case .map: return _MapEntries(keys(count).map { ($0, element(property, depth: depth)) })
    }
  }

  private mutating func element(_ property: PropertyModel, depth: Int) -> Any {
    guard property.type == .object, property.collection != .map else { return single(property, depth: depth) }
    var property = property
    property.isOptional = false
    return single(property, depth: depth)
  }

  // Composed and decomposed letters are different keys.
  private mutating func keys(_ count: Int) -> [String] {
    Array(["", "a", "é", "e\u{301}", "k \" \\ ,", "\u{202E}", "\n"].shuffled(using: &random).prefix(count))
  }

  private mutating func single(_ property: PropertyModel, depth: Int) -> Any {
    if property.type == .any { return any(depth: depth, inCollection: property.collection == .set) }
    if property.isOptional, random.chance(25) { return Any?.none as Any }
    guard property.type == .object else { return scalar(property) }
    guard let name = property.target, let target = types[name] else { return Any?.none as Any }
    if target.kind == .embedded { return embedded(target, depth: depth + 1) }
    return made[name].map { random.pick($0) } as Any
  }

  private mutating func embedded(_ type: EntityModel, depth: Int) -> Any {
    var values: [String: Any] = [:]
    for property in type.columns {
      let isDeep = depth > 3 && property.type == .object
      values[property.name] = isDeep ? (property.collection == .none ? Any?.none as Any : [Any]()) : value(property, depth: depth)
      if isDeep, property.collection == .map { values[property.name] = [String: Any]() }
    }
    return values
  }

  private mutating func any(depth: Int, inCollection: Bool) -> Any {
    let types: [ValueType] = [
      .bool, .int, .float, .double, .string, .data, .date, .decimal128, .objectId, .uuid,
    ]
    switch random.below(inCollection || depth > 2 ? 8 : 11) {
    case 0: return Any?.none as Any
    case 1:
      let names = made.keys.sorted()
      guard !names.isEmpty, let objects = made[random.pick(names)], !objects.isEmpty else { return Any?.none as Any }
      return random.pick(objects)
    case 8: return (0..<random.below(4)).map { _ in any(depth: depth + 1, inCollection: false) }
    case 9, 10: return _MapEntries(keys(random.below(4)).map { ($0, any(depth: depth + 1, inCollection: false)) })
    default: return scalar(PropertyModel(name: "", type: random.pick(types)))
    }
  }

  // Different for each index, and null once.
  private mutating func key(_ property: PropertyModel, _ index: Int) -> Any {
    if property.isOptional, index == 1 { return Any?.none as Any }
    switch property.type {
    case .string:
      return ["", "{", "{\"$key\":null}", "é", "e\u{301}", "null", " a ", "\"q\"", "a,b", "x\ny"].dropFirst(index).first ?? "key \(index)"
    case .uuid: return UUID()
    case .objectId: return ObjectId.generate()
    case .int8: return index - 3
    default: return (index - 3) * (property.type == .int || property.type == .int64 ? 1_000_000_007 : 1000)
    }
  }

  private mutating func scalar(_ property: PropertyModel) -> Any {
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Int {
      Int(random.pick([.min, .max, 0, 1, Integer.random(in: .min ... .max, using: &random)]))
    }
    switch property.type {
    case .bool: return random.chance(50)
    case .int, .int64: return integer(Int64.self)
    case .int8: return integer(Int8.self)
    case .int16: return integer(Int16.self)
    case .int32: return integer(Int32.self)
    case .float:
      return random.pick([
        0, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1,
        Float(bitPattern: UInt32.random(in: 0..<0x7F80_0000, using: &random)),
      ])
    case .double:
      return random.pick([
        0, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 5,
        Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &random)),
      ])
    case .string:
      return random.pick([
        "", "null", " ", "a", "é", "e\u{301}", "\u{0}\u{1B}[31m", "\u{202E}abc", "a\"b\\c,d", "line\r\nline", "\u{FEFF}", "👩‍👩‍👧",
        "{\"$key\":1}", "[1]", "NaN",
        String(repeating: "long ", count: random.below(400)),
      ])
    case .data: return Data((0..<random.pick([0, 1, 2, 3, 100])).map { _ in UInt8.random(in: 0...255, using: &random) })
    case .date:
      let interval = random.pick([
        0, -978_307_200, 1e-9, 0.123_456_789, -0.5, 8e8 + 0.123_456_7, -6.3e10, 1e11, 1e18, -1e18, .greatestFiniteMagnitude,
        Double.random(in: -1e10...1e10, using: &random), Double.random(in: -1...1, using: &random),
      ])
      return Date(timeIntervalSinceReferenceDate: interval)
    case .decimal128:
      let texts = [
        "0", "-0", "0.00", "1.50", "1.5", "1E5", "10E4", "-1E-6176", "9.999999999999999999999999999999999E6144", "NaN", "Infinity",
        "-Infinity",
      ]
      return Decimal128(_exact: random.pick(texts)) ?? Decimal128.nan
    case .objectId: return ObjectId.generate()
    case .uuid: return UUID()
    case .object, .any: return Any?.none as Any
    }
  }
}
