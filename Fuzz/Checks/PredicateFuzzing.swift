internal import Ashlar
internal import Kinds

/// What holds for any bytes given as a predicate in text.
public enum PredicateFuzzing {
  // One Realm for the thread that runs the fuzzer.
  private static func nodes() throws -> Results<Node> {
    let realm = try Realm(configuration: Realm.Configuration(inMemoryIdentifier: "fuzz-predicate", objectTypes: KindsSchema.objectTypes))
    let nodes = realm.objects(Node.self)
    if nodes.isEmpty {
      try realm.write {
        let nodes = (0..<5).map { Node(value: ["label": "node é\($0)", "weight": $0]) }
        for (index, node) in nodes.enumerated() {
          node.next = index == 4 ? nil : nodes[index + 1]
          node.children.append(objectsIn: nodes[..<index])
          if index % 2 == 0 { node.part = Part(value: ["size": Double(index)]) }
        }
        realm.add(nodes)
      }
    }
    return nodes
  }

  private static var arguments: [Any] { [3, "label", 5, "weight", [1, 2]] }

  /// Parses the text, and where it says something of nodes, asks for those.
  /// - Throws: `FuzzFinding` for the first rule that does not hold.
  public static func check(_ input: [UInt8]) throws(FuzzFinding) {
    let text = String(decoding: input, as: UTF8.self)
    let nodes: Results<Node>
    do { nodes = try PredicateFuzzing.nodes() } catch { throw FuzzFinding("\(error)") }
    let first = try outcome(text, nodes)
    let second = try outcome(text, nodes)
    try require(first == second, "a text that was seen before means the same: \(first) and \(second)")
  }

  private static func outcome(_ text: String, _ nodes: Results<Node>) throws(FuzzFinding) -> String {
    let predicate: RealmPredicate
    let arguments: [Any]
    do throws(RealmPredicateError) {
      arguments = Array(PredicateFuzzing.arguments.prefix(try RealmPredicate(parsing: text).placeholderCount))
      predicate = try RealmPredicate(parsing: text, arguments: arguments)
      try predicate.check(on: nodes)
    } catch {
      try require(!error.message.isEmpty, "an error has words")
      try require((0...text.count).contains(error.position), "an error is inside the text: \(error)")
      return "\(error)"
    }
    let found = nodes.filter(predicate).count
    let others: Int
    do throws(RealmPredicateError) {
      others = nodes.filter(try RealmPredicate(parsing: "NOT (" + text + ")", arguments: arguments)).count
    } catch {
      // A level deeper than is allowed.
      return "\(found)"
    }
    try require(found + others == nodes.count, "a condition or its negation holds: \(found) and \(others) of \(nodes.count)")
    return "\(found)"
  }
}
