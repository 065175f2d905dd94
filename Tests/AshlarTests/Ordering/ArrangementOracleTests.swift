import Ashlar
import Foundation
import Kinds
import Testing
import TestSupport
import TestTraits

/// Chains of `sorted`, `distinct`, `limited` and `page`, compared with the same done to arrays in plain Swift.
@Suite("Orders compared with plain Swift", .blocking)
struct ArrangementOracleTests {
  /// A property with its order: negative, zero or positive; nil for a null link on the way.
  struct Key<Row> {
    let path: String
    let order: (Row, Row) -> Int
    var isMissing: (Row) -> Bool = { _ in false }
  }

  enum Step {
    case sorted([(key: Int, ascending: Bool)])
    case distinct([Int])
    case limited(Int, Int)
    case page(after: Int, Int)
  }

  private static func random(_ generator: inout SeededGenerator, _ keys: Int, mayPage: Bool) -> [Step] {
    var steps: [Step] = []
    for _ in 0...generator.below(3) {
      switch generator.below(10) {
      case 0...5:
        // A property twice says nothing the second time.
        steps.append(.sorted((0...generator.below(3)).map { _ in (generator.below(keys), generator.chance(50)) }))
      case 6, 7: steps.append(.distinct((0...generator.below(2)).map { _ in generator.below(keys) }))
      default: steps.append(.limited(generator.below(40), generator.below(12)))
      }
    }
    if mayPage, generator.chance(30) {
      while case .limited = steps.last { steps.removeLast() }
      steps.append(.page(after: generator.below(1000), generator.below(30)))
    }
    return steps
  }

  private func check<Row: Object>(_ results: Results<Row>, _ keys: [Key<Row>], _ seed: UInt64, rounds: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<rounds {
      let steps = ArrangementOracleTests.random(&generator, keys.count, mayPage: true)
      var found = results
      var wanted = Array(results)
      var anchor: Row?
      // Rows are put in the order of the last sort, and then in those of the ones before.
      for step in steps {
        switch step {
        case .sorted(let terms):
          found = found.sorted(by: terms.map { SortDescriptor(keyPath: keys[$0.key].path, ascending: $0.ascending) })
          wanted = stablySorted(wanted, terms, keys)
        case .distinct(let terms):
          found = found.distinct(by: terms.map { keys[$0].path })
          var kept: [Row] = []
          for row in wanted where !terms.contains(where: { keys[$0].isMissing(row) }) {
            if !kept.contains(where: { other in terms.allSatisfy { keys[$0].order(row, other) == 0 } }) { kept.append(row) }
          }
          wanted = kept
        case .limited(let count, let offset):
          found = found.limited(to: count, offset: offset)
          wanted = Array(wanted.dropFirst(offset).prefix(count))
        case .page(let after, let size):
          if wanted.isEmpty || after % 5 == 0 {
            found = found.page(after: nil, size: size)
            wanted = Array(wanted.prefix(size))
          } else {
            anchor = wanted[after % wanted.count]
            // An order on top of a limit or of kept rows is one of those rows.
            found = found.page(after: anchor, size: size)
            wanted = Array(wanted.dropFirst(after % wanted.count + 1).prefix(size))
          }
        }
      }
      let text = "\(steps), seed \(seed)"
      switch generator.below(4) {
      case 0: #expect(found.first.map { $0.isSameObject(as: wanted.first) } ?? wanted.isEmpty, "first of \(text)")
      case 1: #expect(found.count == wanted.count, "count of \(text)")
      case 2: #expect(found.isEmpty == wanted.isEmpty, "\(text)")
      default: break
      }
      #expect(found.count == wanted.count, "\(text)")
      #expect(zip(found, wanted).allSatisfy { $0.isSameObject(as: $1) }, "\(text)")
      let frozen = results.realm!.isInWriteTransaction ? nil : found.freeze()
      if let frozen { #expect(Array(frozen.map(\.description)) == wanted.map(\.description), "frozen \(text)") }
    }
  }

  private func stablySorted<Row: Object>(_ rows: [Row], _ terms: [(key: Int, ascending: Bool)], _ keys: [Key<Row>]) -> [Row] {
    rows.enumerated().sorted { a, b in
      for term in terms {
        let order = keys[term.key].order(a.element, b.element)
        if order != 0 { return (order < 0) == term.ascending }
      }
      return a.offset < b.offset
    }.map(\.element)
  }

  // MARK: - Properties

  private func order<T: Comparable>(_ a: T?, _ b: T?) -> Int {
    switch (a, b) {
    case (nil, nil): 0
    case (nil, _): -1
    case (_, nil): 1
    case (let a?, let b?): a == b ? 0 : a < b ? -1 : 1
    }
  }

  private func order(_ a: Double?, _ b: Double?) -> Int {
    guard let a, let b else { return a == nil && b == nil ? 0 : a == nil ? -1 : 1 }
    if a.isNaN || b.isNaN { return a.isNaN && b.isNaN ? 0 : a.isNaN ? -1 : 1 }
    return a == b ? 0 : a < b ? -1 : 1
  }

  private func order(_ a: [UInt8]?, _ b: [UInt8]?) -> Int {
    guard let a, let b else { return a == nil && b == nil ? 0 : a == nil ? -1 : 1 }
    return a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
  }

  private var scalarKeys: [Key<Scalars>] {
    func bytes(_ id: UUID) -> [UInt8] { withUnsafeBytes(of: id.uuid) { Array($0) } }
    return [
      .init(path: "bool") { order($0.bool ? 1 : 0, $1.bool ? 1 : 0) }, .init(path: "int") { order($0.int, $1.int) },
      .init(path: "int8") { order($0.int8, $1.int8) }, .init(path: "int16") { order($0.int16, $1.int16) },
      .init(path: "int32") { order($0.int32, $1.int32) }, .init(path: "anyInt64") { order($0.anyInt64, $1.anyInt64) },
      .init(path: "float") { order(Double($0.float), Double($1.float)) }, .init(path: "double") { order($0.double, $1.double) },
      .init(path: "anyDouble") { order($0.anyDouble, $1.anyDouble) },
      .init(path: "string") { order(Array($0.string.utf8), Array($1.string.utf8)) },
      .init(path: "anyString") { order($0.anyString.map { Array($0.utf8) }, $1.anyString.map { Array($0.utf8) }) },
      .init(path: "date") { order($0.date, $1.date) }, .init(path: "anyDate") { order($0.anyDate, $1.anyDate) },
      .init(path: "decimal") { order($0.decimal, $1.decimal) }, .init(path: "anyDecimal") { order($0.anyDecimal, $1.anyDecimal) },
      .init(path: "objectId") { order($0.objectId.stringValue, $1.objectId.stringValue) },
      .init(path: "uuid") { order(bytes($0.uuid), bytes($1.uuid)) },
      .init(path: "anyUUID") { order($0.anyUUID.map(bytes), $1.anyUUID.map(bytes)) },
      .init(path: "shade") { order($0.shade.rawValue, $1.shade.rawValue) },
      .init(path: "anyLevel") { order($0.anyLevel?.rawValue, $1.anyLevel?.rawValue) },
      .init(path: "anyBool") { order($0.anyBool.map { $0 ? 1 : 0 }, $1.anyBool.map { $0 ? 1 : 0 }) },
    ]
  }

  // What a path leads to; nil for a null link on the way, which comes behind everything.
  private func linked<T>(_ path: String, _ value: @escaping (Node) -> T?, _ order: @escaping (T, T) -> Int) -> Key<Node> {
    Key(path: path) { a, b in
      switch (value(a), value(b)) {
      case (nil, nil): 0
      case (nil, _): 1
      case (_, nil): -1
      case (let a?, let b?): order(a, b)
      }
    } isMissing: {
      value($0) == nil
    }
  }

  private var nodeKeys: [Key<Node>] {
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    return [
      .init(path: "weight") { order($0.weight, $1.weight) }, .init(path: "label") { order(bytes($0.label), bytes($1.label)) },
      linked("next.weight", { $0.next?.weight }) { order($0, $1) },
      linked("next.label", { $0.next?.label }) { order(bytes($0), bytes($1)) },
      linked("next.next.weight", { $0.next?.next?.weight }) { order($0, $1) },
      linked("part.size", { $0.part?.size }) { order($0, $1) }, linked("next.part.size", { $0.next?.part?.size }) { order($0, $1) },
    ]
  }

  // MARK: - Tests

  @Test("every type of value, in every order", arguments: [81 as UInt64, 82, 83])
  func scalars(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    try realm.write {
      var rows: [ScalarValues] = []
      for index in 0..<220 {
        // Some rows are alike but for their ids.
        let values = index % 3 == 2 ? generator.pick(rows) : ScalarValues.random(&generator)
        rows.append(values)
        values.write(to: realm.create(Scalars.self))
      }
    }
    check(realm.objects(Scalars.self), scalarKeys, seed, rounds: 120)
    check(realm.objects(Scalars.self).where { $0.int > 0 || $0.bool }, scalarKeys, seed + 100, rounds: 60)
    realm.beginWrite()
    for row in realm.objects(Scalars.self) where generator.chance(20) { realm.delete(row) }
    check(realm.objects(Scalars.self), scalarKeys, seed + 200, rounds: 40)
    realm.cancelWrite()
  }

  @Test("through links, embedded objects and links that are null", arguments: [91 as UInt64, 92, 93])
  func links(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    let labels = ["", "a", "ab", "abcdefgh", "abcdefghi", "abcdefghj", "b", "é", longLabel, longLabel + "b"]
    var owner: Node?
    try realm.write {
      let nodes = (0..<300).map { _ in
        let node = Node(value: ["label": generator.pick(labels), "weight": generator.below(7)])
        if generator.chance(60) { node.part = Part(value: ["size": Double(generator.below(6)) / 2]) }
        return node
      }
      for node in nodes where generator.chance(60) { node.next = generator.pick(nodes) }
      realm.add(nodes)
      for _ in 0..<150 { nodes[0].children.append(generator.pick(nodes)) }
      owner = nodes[0]
    }
    check(realm.objects(Node.self), nodeKeys, seed, rounds: 150)
    check(realm.objects(Node.self).where { $0.weight < 4 }, nodeKeys, seed + 100, rounds: 60)
    // An order of its own, in which rows may be several times.
    let children = try #require(owner).children
    check(children.where { $0.weight >= 0 }.distinct(by: ["label", "weight"]), nodeKeys, seed + 200, rounds: 60)
  }
}
