import AshlarStore
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("The order of values of all kinds", .blocking)
struct NumberOrderTests {
  // Numbers that lie closer to each other than 15 digits tell apart, in all types, and values of the other kinds.
  private static func values(_ count: Int, _ generator: inout SeededGenerator) -> [AnyRealmValue] {
    func number() -> AnyRealmValue {
      let sum: Double = 0.1 + 0.2
      let third: Double = 1 / 3
      let large: Double = 1e15 + 0.1
      let bases: [Double] = [
        0.1, 0.3, sum, 1.1, third, 0.5, 2, large, 9_007_199_254_740_992, 1e22, 1e23, 1e300, .leastNonzeroMagnitude,
        123_456_789.123_456_789, 0,
      ]
      let base: Double = generator.pick(bases)
      let value: Double = generator.pick([base, -base, base.nextUp, base.nextDown] as [Double])
      func decimal(_ digits: Int) -> Decimal128 { Decimal128(value, digits: digits) }
      switch generator.below(9) {
      case 0: return .double(value)
      case 1: return .float(Float(value))
      case 2: return .decimal128(decimal(15))
      case 3: return .decimal128(decimal(34))
      case 4: return .decimal128(decimal(34) + Decimal128(generator.pick([1e-17, -1e-17, 1e-33] as [Double]), digits: 1))
      case 5: return .decimal128(decimal(17))
      case 6: return .double(Double(Float(value)))
      case 7: return .int(Int(exactly: value.rounded()) ?? generator.pick([0, 1, .max, .min, 1 << 53, (1 << 53) + 1] as [Int]))
      default:
        let special: [AnyRealmValue] = [
          .double(.nan), .float(.nan), .decimal128(.nan), .decimal128(.null), .double(.infinity), .decimal128(.max), .decimal128(.min),
          .float(-.infinity), .double(-0.0), .decimal128("-0"), .int(0),
        ]
        return generator.pick(special)
      }
    }
    return (0..<count).map { _ in
      if generator.chance(75) { return number() }
      switch generator.below(8) {
      case 0: return .none
      case 1: return .bool(generator.chance(50))
      case 2: return .string(generator.pick(["", "a", "b", "1", "a text that is longer than a cell"]))
      case 3: return .data(Data(generator.pick(["", "a", "b"]).utf8))
      case 4: return .date(Date(timeIntervalSince1970: Double(generator.below(5)) / 4))
      case 5: return .objectId(ObjectId(bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(generator.below(3))]) ?? .generate())
      case 6: return .uuid(UUID(uuid: (UInt8(generator.below(3)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
      default: return .int(generator.below(4))
      }
    }
  }

  private func order(_ a: AnyRealmValue, _ b: AnyRealmValue) -> Int {
    AnyOrder.order(AnyWriting.scalar(a) ?? .none, AnyWriting.scalar(b) ?? .none).signum()
  }

  @Test("is total: of 1,000 values sorted by it, each pair is in order both ways round, so no three of them contradict each other")
  func total() {
    let seed = seed()
    var generator = SeededGenerator(seed: seed)
    let values = Self.values(1000, &generator)
    let stored = values.map { AnyWriting.scalar($0) ?? .none }
    let sorted = stored.indices.sorted { AnyOrder.order(stored[$0], stored[$1]) < 0 }
    // The class of equal values that each belongs to.
    var classes = [Int](repeating: 0, count: values.count)
    for (before, index) in zip(sorted, sorted.dropFirst()) {
      classes[index] = classes[before] + (AnyOrder.order(stored[before], stored[index]) == 0 ? 0 : 1)
    }
    var mistakes = 0
    for a in stored.indices {
      for b in stored.indices where b >= a {
        let wanted = (classes[a] - classes[b]).signum()
        if AnyOrder.order(stored[a], stored[b]).signum() == wanted, AnyOrder.order(stored[b], stored[a]).signum() == -wanted { continue }
        mistakes += 1
        if mistakes < 10 { Issue.record("\(values[a]) and \(values[b]), seed \(seed)") }
      }
    }
  }

  @Test("compares numbers of different types by all their digits")
  func exact() {
    let seed = seed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<4_000 {
      let pair = Self.values(2, &generator)
      guard let a = OracleValue(pair[0]).number, let b = OracleValue(pair[1]).number else { continue }
      #expect(order(pair[0], pair[1]) == a.order(b), "\(pair), seed \(seed)")
    }
  }

  @Test("a Double of more than 34 digits lies on the right side of the decimal number that it rounds to")
  func rounded() {
    // 0.1000000000000000055511151231257827 02118… and 0.3333333333333333148296162562473909 929…
    for (value, digits) in [(0.1, "0.1000000000000000055511151231257827"), (1.0 / 3, "0.3333333333333333148296162562473910")] {
      let decimal = Decimal128(stringLiteral: digits)
      let isLess = value == 0.1
      #expect(decimal.order(value) == (isLess ? -1 : 1))
      var negative = decimal
      negative.negate()
      #expect(negative.order(-value) == (isLess ? 1 : -1))
    }
    #expect(Decimal128(exact: 0.1) == nil && Decimal128(exact: 0.5) == "0.5" && Decimal128(exact: 1e22) == "1E22")
    #expect(Decimal128(exact: .leastNonzeroMagnitude) == nil && Decimal128(exact: -1.25) == "-1.25" && Decimal128(exact: 0x1p112) != nil)
    #expect(Decimal128(exact: 0x1p113) == nil && Decimal128(exact: 1e300) == nil)
  }

  @Test("determines '==', hashes, sorting, sets and indexes")
  func agreement() throws {
    let seed = seed()
    var generator = SeededGenerator(seed: seed)
    let values = Self.values(1000, &generator)
    let note = Comment(rawValue: "seed \(seed)")
    let sorted = values.sorted { order($0, $1) < 0 }
    var distinct: [AnyRealmValue] = []
    for value in sorted where distinct.last.map({ order($0, value) != 0 }) ?? true { distinct.append(value) }
    for (a, b) in zip(values, values.shuffled(using: &generator)) where a == b {
      #expect(order(a, b) == 0 && a.hashValue == b.hashValue, note)
    }
    for (a, b) in zip(sorted, sorted.dropFirst()) {
      let (first, second) = (ElementIdentity(a), ElementIdentity(b))
      #expect((first == second) == (order(a, b) == 0), "\(a) and \(b), seed \(seed)")
      if first == second { #expect(first.hashValue == second.hashValue, note) }
    }

    let loose = MutableSet<AnyRealmValue>()
    loose.insert(objectsIn: values)
    #expect(loose.count == distinct.count, note)
    let realm = try valueRealm()
    let object = try realm.write {
      for (index, value) in values.enumerated() {
        realm.create(Anything.self, value: ["id": index, "any": value, "indexed": value] as [String: Any])
      }
      let object = try #require(realm.object(ofType: Anything.self, forPrimaryKey: 0))
      for value in values.prefix(500) { object.set.insert(value) }
      object.set.insert(objectsIn: values[500...])
      return object
    }
    #expect(object.set.count == distinct.count && zip(object.set, distinct).allSatisfy { order($0, $1) == 0 }, note)
    #expect(values.allSatisfy { object.set.contains($0) && loose.contains($0) }, note)

    let all = realm.objects(Anything.self)
    let inOrder = Array(all.sorted(by: \.any).map(\.id))
    #expect(zip(inOrder, sorted).allSatisfy { order(values[$0], $1) == 0 }, note)
    for count in [1, 7, 100, 500] {
      #expect(Array(all.sorted(by: \.any).limited(to: count).map(\.id)) == Array(inOrder.prefix(count)), note)
    }
    #expect(all.distinct(by: [\.any]).count == distinct.count, note)
    for value in distinct.shuffled(using: &generator).prefix(100) {
      let scanned = Array(all.where { $0.any == value }.map(\.id))
      #expect(Array(all.where { $0.indexed == value }.map(\.id)) == scanned, "\(value), seed \(seed)")
      let isNaN = AnyWriting.scalar(value).map(AnyOrder.isNaN) ?? false
      #expect(scanned.count >= (isNaN ? 0 : values.count { order($0, value) == 0 }), "\(value), seed \(seed)")
    }
    try realm.write {
      for value in values.shuffled(using: &generator) {
        object.set.remove(value)
        loose.remove(value)
        #expect(!object.set.contains(value) && !loose.contains(value), note)
      }
    }
    #expect(object.set.isEmpty && loose.isEmpty, note)
  }

  @Test("finds elements of sets that earlier versions stored in the order of numbers rounded to 15 digits")
  func olderSets() throws {
    // Equal when rounded, so that earlier versions put them in the order in which they came, and thought two of them different.
    let near: [AnyRealmValue] = [
      .decimal128("0.300000000000000"), .double(0.1 + 0.2), .decimal128("0.30000000000000001"), .decimal128("0.3"), .double(0.3),
    ]
    let whole: [AnyRealmValue] = [.int(-5), .double(0.25)] + near + [.float(0.5), .int(7)]
    let realm = try valueRealm()
    try realm.write {
      let object = realm.create(Anything.self, value: ["id": 1])
      let stored = _ManagedCollection(object, 4, realm._core)
      stored.makeWritable()
      stored.core.session.insertElements(stored.row, stored.column, stored.layout, before: whole.map { _ in 0 })
      for (index, value) in whole.enumerated() {
        let cell = stored.core.session.mutableElement(stored.row, stored.column, stored.layout, at: index)
        (AnyWriting.scalar(value) ?? .none).bytes().withUnsafeBytes { stored.core.session.makeSlot($0).store(at: cell) }
      }
      #expect(object.set.count == whole.count)
      for value in whole { #expect(object.set.contains(value), "\(value)") }
      #expect(!object.set.contains(.decimal128("0.30000000000000002")))
      object.set.insert(objectsIn: whole)
      #expect(object.set.count == whole.count)
      object.set.insert(.decimal128("0.30000000000000002"))
      #expect(object.set.contains(.decimal128("0.30000000000000002")))
      let other = realm.create(Anything.self, value: ["id": 2, "set": whole] as [String: Any])
      object.set.formIntersection(other.set)
      object.set.formUnion(other.set)
      // Of the decimals 0.3 there are two.
      #expect(other.set.count == whole.count - 1 && whole.allSatisfy { object.set.contains($0) })
      for value in whole {
        object.set.remove(value)
        #expect(!object.set.contains(value), "\(value)")
      }
      #expect(object.set.isEmpty)
    }
  }
}

extension OracleValue {
  fileprivate init(_ value: AnyRealmValue) {
    switch value {
    case .int(let value): self = .int(value)
    case .float(let value): self = .float(value)
    case .double(let value): self = .double(value)
    case .decimal128(let value): self = .decimal(value)
    default: self = .null
    }
  }
}
