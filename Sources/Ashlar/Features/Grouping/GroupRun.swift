import AshlarSchema
import AshlarStore

/// Computes the groups of results, in ascending order of their keys.
struct GroupRun {
  /// A property that objects are grouped by.
  struct Key {
    let path: String
    /// Whether the type of the key is optional.
    let acceptsNil: Bool
  }

  let results: _ResultsCore
  let keys: [Key]

  init(_ results: _ResultsCore, _ keys: [Key]) {
    results.requireRealm()
    results.refuseValues { .groupPath(path: keys[0].path, reason: $0) }
    self.results = results
    self.keys = keys
    if let core = results.core { for key in keys { _ = path(key.path, core) } }
  }

  private func path(_ text: String, _ core: _RealmCore) -> PropertyPath {
    PropertyPath(orderedBy: text, results.entity, core) { misuse(.groupPath(path: text, reason: $0)) }
  }

  // Calls `body` with the rows of all objects and their group numbers, in the order of the results if `inOrder`. `others` are further paths
  // whose values are read.
  private func scan(
    _ core: _RealmCore, _ others: [PropertyPath] = [], inOrder: Bool = false,
    _ body: (ScannedCluster, ClusterBits, GroupNumbers) -> Void
  ) -> GroupNumbers {
    let paths = keys.map { path($0.path, core) }
    if let tracker = core.tracker {
      tracker.read(results.entity.ordinal, .contents)
      for path in paths + others { for table in path.tables(core) { tracker.read(table, .contents) } }
    }
    let orders = keys.map { SortOrder([SortDescriptor(keyPath: $0.path)], results.entity, core) }
    let numbers = GroupNumbers(paths, orders, results.entity, core)
    func take(_ cluster: ScannedCluster, _ rows: ClusterBits) {
      numbers.read(cluster, rows)
      body(cluster, rows, numbers)
    }
    if inOrder, !results.arrangement.isEmpty {
      ResultsRun(entity: results.entity, core: core, predicate: nil).forEachRun(of: results.computedKeys(), take)
    } else {
      results.forEachMatch(take)
    }
    checkNil(numbers, core)
    return numbers
  }

  // If the type of the key is not optional, the key of an object with a nil link cannot be read.
  private func checkNil(_ numbers: GroupNumbers, _ core: _RealmCore) {
    for (index, key) in keys.enumerated() where !key.acceptsNil && numbers.hasNil(index) {
      let path = path(key.path, core)
      if path.isDirect || path.valueType == .any { continue }
      misuse(
        .groupPath(
          path: key.path,
          reason: "a link along the path is nil for some objects, and the type of the key is not optional. "
            + "Write '?' instead of '!' in the key path."))
    }
  }

  /// Returns one row of each group, and the number of rows of each group.
  func counts() -> (rows: [Int64], values: [Int]) {
    guard let core = results.core else { return ([], []) }
    var counts: [Int] = []
    let numbers = scan(core) { _, rows, numbers in
      if counts.count < numbers.count { counts.append(contentsOf: repeatElement(0, count: numbers.count - counts.count)) }
      counts.withUnsafeMutableBufferPointer { counts in rows.forEach { counts[Int(numbers.numbers[$0])] &+= 1 } }
    }
    let (order, firsts) = (numbers.ordered(), numbers.firsts)
    return (order.map { firsts[$0] }, order.map { counts[$0] })
  }

  /// Returns one row of each group, and an aggregate of a property for each group.
  func figures(_ figure: GroupFigure, _ text: String) -> (rows: [Int64], values: [Any?]) {
    guard let core = results.core else { return ([], []) }
    let path = path(text, core)
    check(figure, path)
    let figures = GroupFigures(figure, of: path, results.entity.ordinal, core)
    let numbers = scan(core, [path]) { cluster, rows, numbers in figures.take(cluster, rows, numbers.numbers, count: numbers.count) }
    let (order, firsts) = (numbers.ordered(), numbers.firsts)
    return (order.map { firsts[$0] }, order.map { figures.value(of: $0, core) })
  }

  private func check(_ figure: GroupFigure, _ path: PropertyPath) {
    switch path.valueType.form {
    case .integer, .float, .double, .decimal, .any: return
    case .date where !figure.adds: return
    case .bool, .string, .data, .date, .objectId, .uuid, .object:
      misuse(
        .aggregate(
          operation: figure.name, type: StoredType(path.property, in: path.entity.schema).description,
          property: "\(path.entity.model.name).\(path.property.name)"))
    }
  }

  /// Returns one row of each group, and at most `most` members of each group: the first ones in `order` or, if `order` is nil, in the order
  /// of the results. Members that are equal in `order` are in the order of the results.
  func members(_ most: Int, order: SortDescriptor?) -> (rows: [Int64], members: [[Int64]]) {
    guard let core = results.core else { return ([], []) }
    let sort = order.map { SortOrder([$0], results.entity, core) }
    var keys: [Int64] = []
    var homes: [UInt32] = []
    let numbers = scan(core, sort.map { $0.terms.map(\.path) } ?? [], inOrder: true) { cluster, rows, numbers in
      rows.forEach { slot in
        keys.append(cluster.firstKey + Int64(slot))
        homes.append(numbers.numbers[slot])
      }
    }
    let firsts = numbers.firsts
    var members = [[Int64]](repeating: [], count: firsts.count)
    for (key, home) in zip(keys, homes) where sort != nil || members[Int(home)].count < most { members[Int(home)].append(key) }
    let groups = numbers.ordered()
    return (groups.map { firsts[$0] }, groups.map { group in sort.map { $0.first(most, of: members[group]) } ?? members[group] })
  }

  /// Returns the group of each object, in the order of the results, and the position of the first object of each group.
  func assignments() -> (groups: [Int], firsts: [Int]) {
    guard let core = results.core else { return ([], []) }
    var homes: [UInt32] = []
    let numbers = scan(core, inOrder: true) { _, rows, numbers in rows.forEach { homes.append(numbers.numbers[$0]) } }
    let order = numbers.ordered()
    var positions = [Int](repeating: 0, count: numbers.count)
    for (position, number) in order.enumerated() { positions[number] = position }
    var firsts = [Int](repeating: -1, count: order.count)
    let groups = homes.map { positions[Int($0)] }
    for (index, group) in groups.enumerated() where firsts[group] < 0 { firsts[group] = index }
    return (groups, firsts)
  }
}
