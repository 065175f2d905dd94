import TestSupport

@testable import Ashlar

/// An object of custom types and enums as plain Swift.
struct PlainCustom {
  struct Point: Equatable {
    var latitude: Double
    var longitude: Double
    var mapped: MapPoint { MapPoint(latitude, longitude) }
  }

  static let hosts = ["", "a", "ab", "b", "abc", "twelve bytes", "a host that is longer than a cell"]
  static let keys = ["k", "l"]

  let web: String
  let anyWeb: String?
  let tag: String
  let anyTag: String?
  let level: Int
  let point: Point
  let anyPoint: Point?
  let webs: [String]
  let points: [Point]
  let anyTags: [String?]
  let weather: Weather
  let anyWeather: Weather?
  let weathers: [Weather]
  let webSet: [String]
  let pointMap: [String: Point]
  let anyPointMap: [String: Point?]
  let webMap: [String: String]

  init(_ generator: inout SeededGenerator) {
    func host() -> String { generator.pick(PlainCustom.hosts) }
    func point() -> Point { .random(&generator) }
    func weather() -> Weather { generator.pick(Weather.allCases) }
    func some<Value>(_ value: () -> Value) -> [Value] { (0..<generator.below(4)).map { _ in value() } }
    func maybe<Value>(_ value: () -> Value) -> Value? { generator.chance(30) ? nil : value() }
    func entries<Value>(_ value: () -> Value) -> [String: Value] {
      var found: [String: Value] = [:]
      for key in PlainCustom.keys where generator.chance(60) { found.updateValue(value(), forKey: key) }
      return found
    }
    web = host()
    anyWeb = maybe(host)
    tag = host()
    anyTag = maybe(host)
    level = generator.below(4) * 25
    self.point = point()
    anyPoint = maybe(point)
    webs = some(host)
    points = some(point)
    anyTags = some { maybe(host) }
    self.weather = weather()
    anyWeather = maybe(weather)
    weathers = some(weather)
    webSet = Array(Set(some(host)))
    pointMap = entries(point)
    anyPointMap = entries { maybe(point) }
    webMap = entries(host)
  }

  /// Stores it in an object.
  func store(in object: Custom) {
    (object.web, object.anyWeb) = (Web(web), anyWeb.map { Web($0) })
    (object.tag, object.anyTag) = (Tag(tag), anyTag.map { Tag($0) })
    object.level = Level100(percent: Double(level) / 100)
    (object.point, object.anyPoint) = (point.mapped, anyPoint?.mapped)
    (object.weather, object.anyWeather) = (weather, anyWeather)
    object.webs.removeAll()
    object.webs.append(objectsIn: webs.map { Web($0) })
    object.points.removeAll()
    object.points.append(objectsIn: points.map(\.mapped))
    object.anyTags.removeAll()
    object.anyTags.append(objectsIn: anyTags.map { $0.map { Tag($0) } })
    object.weathers.removeAll()
    object.weathers.append(objectsIn: weathers)
    object.webSet.removeAll()
    object.webSet.insert(objectsIn: webSet.map { Web($0) })
    for key in PlainCustom.keys {
      object.pointMap[key] = pointMap[key]?.mapped
      object.webMap[key] = webMap[key].map { Web($0) }
      if let entry = anyPointMap[key] { object.anyPointMap[key] = .some(entry?.mapped) } else { object.anyPointMap.removeObject(for: key) }
    }
  }
}

extension PlainCustom.Point {
  static func random(_ generator: inout SeededGenerator) -> PlainCustom.Point {
    PlainCustom.Point(latitude: Double(generator.below(3)), longitude: Double(generator.below(2)) + 0.5)
  }
}

/// A condition on values of custom types and enums, made at random: as a query, and over plain values.
struct TypedCondition {
  let query: (Query<Custom>) -> Query<Bool>
  let holds: (PlainCustom) -> Bool

  static func random(_ generator: inout SeededGenerator, depth: Int) -> TypedCondition {
    guard depth > 0, generator.chance(65) else { return leaf(&generator) }
    let a = random(&generator, depth: depth - 1)
    if generator.chance(25) { return TypedCondition(query: { !a.query($0) }, holds: { !a.holds($0) }) }
    let b = random(&generator, depth: depth - 1)
    if generator.chance(50) { return TypedCondition(query: { a.query($0) && b.query($0) }, holds: { a.holds($0) && b.holds($0) }) }
    return TypedCondition(query: { a.query($0) || b.query($0) }, holds: { a.holds($0) || b.holds($0) })
  }

  private static func leaf(_ generator: inout SeededGenerator) -> TypedCondition {
    switch generator.below(4) {
    case 0: mapped(&generator)
    case 1: points(&generator)
    case 2: enums(&generator)
    default: collections(&generator)
    }
  }

  private init(query: @escaping (Query<Custom>) -> Query<Bool>, holds: @escaping (PlainCustom) -> Bool) {
    (self.query, self.holds) = (query, holds)
  }

  private init(_ query: @escaping (Query<Custom>) -> Query<Bool>, _ holds: @escaping (PlainCustom) -> Bool) {
    self.init(query: query, holds: holds)
  }

  // MARK: - Values stored as text and numbers

  private static func mapped(_ generator: inout SeededGenerator) -> TypedCondition {
    let (host, other) = (generator.pick(PlainCustom.hosts), generator.pick(PlainCustom.hosts))
    let maybe = generator.chance(25) ? nil : host
    let several = (0..<generator.below(4)).map { _ in generator.pick(PlainCustom.hosts) }
    let level = generator.below(4) * 25
    let percent = Level100(percent: Double(level) / 100)
    switch generator.below(19) {
    case 0: return TypedCondition({ $0.web == Web(host) }, { $0.web == host })
    case 1: return TypedCondition({ $0.web != Web(host) }, { $0.web != host })
    case 2: return TypedCondition({ $0.web < Web(host) }, { $0.web < host })
    case 3: return TypedCondition({ $0.web >= Web(host) }, { $0.web >= host })
    case 4: return TypedCondition({ $0.web.in(several.map { Web($0) }) }, { several.contains($0.web) })
    case 5:
      return TypedCondition({ $0.web.contains(Web(min(host, other))..<Web(max(host, other))) }) { row in
        row.web >= min(host, other) && row.web < max(host, other)
      }
    case 6: return TypedCondition({ $0.web.starts(with: Web(host)) }, { host != "" && $0.web.hasPrefix(host) })
    case 7: return TypedCondition({ $0.web.ends(with: Web(host)) }, { host != "" && $0.web.hasSuffix(host) })
    case 8:
      return TypedCondition({ $0.web.contains(Web(host.uppercased()), options: .caseInsensitive) }, { host != "" && $0.web.contains(host) })
    case 9: return TypedCondition({ $0.web.like(Web(host + "*")) }, { $0.web.hasPrefix(host) })
    case 10: return TypedCondition({ $0.web.persistableValue == host }, { $0.web == host })
    case 11: return TypedCondition({ $0.anyWeb == maybe.map { Web($0) } }, { $0.anyWeb == maybe })
    case 12: return TypedCondition({ $0.anyWeb != maybe.map { Web($0) } }, { $0.anyWeb != maybe })
    case 13:
      return TypedCondition({ $0.anyWeb.in((several + [host]).map { Web($0) } + [nil]) }) { row in
        row.anyWeb.map { several.contains($0) || $0 == host } ?? true
      }
    case 14: return TypedCondition({ $0.tag == Tag(host) }, { $0.tag == host })
    case 15: return TypedCondition({ $0.anyTag != maybe.map { Tag($0) } }, { $0.anyTag != maybe })
    case 16: return TypedCondition({ $0.level == percent }, { $0.level == level })
    case 17: return TypedCondition({ $0.level <= percent }, { $0.level <= level })
    default: return TypedCondition({ $0.level.persistableValue > level }, { $0.level > level })
    }
  }

  // MARK: - Values stored as embedded objects

  // An element of a collection equals it; for '!=' there are elements, and none does.
  private static func isAny(_ points: [PlainCustom.Point?], _ point: PlainCustom.Point) -> Bool { points.contains(point) }
  private static func isNone(_ points: [PlainCustom.Point?], _ point: PlainCustom.Point) -> Bool {
    !points.isEmpty && !points.contains(point)
  }

  private static func points(_ generator: inout SeededGenerator) -> TypedCondition {
    let point = PlainCustom.Point.random(&generator)
    let several = (0..<generator.below(4)).map { _ in PlainCustom.Point.random(&generator) }
    let key = generator.pick(PlainCustom.keys)
    switch generator.below(16) {
    case 0: return TypedCondition({ $0.point == point.mapped }, { $0.point == point })
    case 1: return TypedCondition({ $0.point != point.mapped }, { $0.point != point })
    case 2: return TypedCondition({ $0.point.in(several.map(\.mapped)) }, { several.contains($0.point) })
    case 3: return TypedCondition({ $0.point.persistableValue.latitude > point.latitude }, { $0.point.latitude > point.latitude })
    case 4: return TypedCondition({ $0.anyPoint == point.mapped }, { $0.anyPoint == point })
    case 5: return TypedCondition({ $0.anyPoint != point.mapped }, { $0.anyPoint != point })
    case 6: return TypedCondition({ $0.anyPoint == nil }, { $0.anyPoint == nil })
    case 7: return TypedCondition({ $0.anyPoint != nil }, { $0.anyPoint != nil })
    case 8: return TypedCondition({ $0.points == point.mapped }, { isAny($0.points, point) })
    case 9: return TypedCondition({ $0.points != point.mapped }, { isNone($0.points, point) })
    case 10: return TypedCondition({ $0.points.contains(point.mapped) }, { isAny($0.points, point) })
    case 11:
      return TypedCondition({ $0.points.containsAny(in: several.map(\.mapped)) }) { row in several.contains { isAny(row.points, $0) } }
    case 12: return TypedCondition({ $0.pointMap[key] == point.mapped }, { $0.pointMap[key] == point })
    case 13: return TypedCondition({ $0.pointMap[key] != point.mapped }, { $0.pointMap[key] != point })
    case 14: return TypedCondition({ $0.pointMap.contains(point.mapped) }, { isAny(Array($0.pointMap.values), point) })
    default: return TypedCondition({ $0.anyPointMap[key] == point.mapped }, { $0.anyPointMap[key].flatMap { $0 } == point })
    }
  }

  // MARK: - Enums

  private static func enums(_ generator: inout SeededGenerator) -> TypedCondition {
    let weather = generator.pick(Weather.allCases)
    let maybe = generator.chance(25) ? nil : weather
    let several = Weather.allCases.filter { _ in generator.chance(50) }
    switch generator.below(10) {
    case 0: return TypedCondition({ $0.weather == weather }, { $0.weather == weather })
    case 1: return TypedCondition({ $0.weather != weather }, { $0.weather != weather })
    case 2: return TypedCondition({ $0.weather.in(several) }, { several.contains($0.weather) })
    case 3: return TypedCondition({ $0.weather.rawValue > weather.rawValue }, { $0.weather.rawValue > weather.rawValue })
    case 4: return TypedCondition({ $0.anyWeather == maybe }, { $0.anyWeather == maybe })
    case 5: return TypedCondition({ $0.anyWeather != maybe }, { $0.anyWeather != maybe })
    case 6: return TypedCondition({ $0.anyWeather.in(several + [nil]) }) { row in row.anyWeather.map { several.contains($0) } ?? true }
    case 7: return TypedCondition({ $0.weathers == weather }, { $0.weathers.contains(weather) })
    case 8: return TypedCondition({ $0.weathers != weather }, { $0.weathers.contains { $0 != weather } })
    default: return TypedCondition({ $0.weathers.containsAny(in: several) }, { $0.weathers.contains { several.contains($0) } })
    }
  }

  // MARK: - Collections of values stored as text

  private static func collections(_ generator: inout SeededGenerator) -> TypedCondition {
    let host = generator.pick(PlainCustom.hosts)
    let maybe = generator.chance(25) ? nil : host
    let several = (0..<generator.below(4)).map { _ in generator.pick(PlainCustom.hosts) }
    let webs = several.map { Web($0) }
    let key = generator.pick(PlainCustom.keys)
    let count = generator.below(4)
    switch generator.below(13) {
    case 0: return TypedCondition({ $0.webs == Web(host) }, { $0.webs.contains(host) })
    case 1: return TypedCondition({ $0.webs != Web(host) }, { $0.webs.contains { $0 != host } })
    case 2: return TypedCondition({ $0.webs.contains(Web(host)) }, { $0.webs.contains(host) })
    case 3: return TypedCondition({ $0.webs.containsAny(in: webs) }, { $0.webs.contains { several.contains($0) } })
    case 4: return TypedCondition({ $0.webs.count > count }, { $0.webs.count > count })
    case 5: return TypedCondition({ $0.anyTags == maybe.map { Tag($0) } }, { $0.anyTags.contains(maybe) })
    case 6: return TypedCondition({ $0.anyTags != maybe.map { Tag($0) } }, { $0.anyTags.contains { $0 != maybe } })
    case 7: return TypedCondition({ $0.webSet.contains(Web(host)) }, { $0.webSet.contains(host) })
    case 8: return TypedCondition({ $0.webSet.count == count }, { $0.webSet.count == count })
    case 9: return TypedCondition({ $0.webMap[key] == Web(host) }, { $0.webMap[key] == host })
    case 10: return TypedCondition({ $0.webMap[key] != Web(host) }, { $0.webMap[key] != host })
    case 11: return TypedCondition({ $0.webMap.contains(Web(host)) }, { $0.webMap.values.contains(host) })
    default: return TypedCondition({ $0.webMap[key] == $0.web }, { $0.webMap[key] == $0.web })
    }
  }
}
