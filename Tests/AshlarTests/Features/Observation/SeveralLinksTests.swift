import Ashlar
import Kinds
import People
import Testing

private final class Family: Projection<Node> {
  @Projected(\Node.parents.count) var parents
}

@Suite("Observing linking objects of which one links several times")
struct SeveralLinksTests {
  private let watched: Watched
  private let parent: Node
  private let child: Node
  private let calls = Calls()

  init() throws {
    watched = try Watched(
      "several \(ObjectId.generate())", KindsSchema.objectTypes, others: KindsSchema.objectTypes + PeopleSchema.objectTypes)
    let realm = watched.realm
    (parent, child) = try realm.write {
      let child = realm.create(Node.self, value: ["label": "child"])
      let parent = realm.create(Node.self, value: ["label": "parent", "next": child])
      parent.children.append(child)
      return (parent, child)
    }
  }

  // Links once more, and once less: by the Realm itself, then by another instance. `calls` has what is told of each.
  private func expect(_ calls: [String], _ token: NotificationToken, sourceLocation: SourceLocation = #_sourceLocation) throws {
    watched.realm.refresh()
    _ = self.calls.take()
    var found: [String] = []
    func note() {
      watched.realm.refresh()
      found.append(self.calls.take().joined(separator: "; "))
    }
    try watched.realm.write { parent.children.append(child) }
    note()
    try watched.realm.write { parent.children.removeLast() }
    note()
    watched.other.refresh()
    let others = watched.other.objects(Node.self)
    try watched.other.write { others[1].children.append(others[0]) }
    note()
    try watched.other.write { others[1].children.removeLast() }
    note()
    #expect(found == calls, sourceLocation: sourceLocation)
    withExtendedLifetime(token) {}
  }

  @Test("each link is notified for a key path of an object")
  func object() throws {
    let token = child.observe(keyPaths: ["parents"]) { [calls] (change: ObjectChange<Node>) in
      if case .change(let node, let properties) = change { calls.list.append("\(properties.map(\.name)) \(node.parents.count)") }
    }
    try expect(["[\"parents\"] 2", "[\"parents\"] 1", "[\"parents\"] 2", "[\"parents\"] 1"], token)
  }

  @Test("so is a key path of results, also behind a link", arguments: [false, true])
  func results(isBehindLink: Bool) throws {
    let token = watched.realm.objects(Node.self).observe(keyPaths: [isBehindLink ? "next.parents" : "parents"]) { [calls] in calls.add($0) }
    try expect(Array(repeating: "-[] +[] ~[\(isBehindLink ? 1 : 0)]", count: 4), token)
  }

  @Test("each link is notified for a projection that contains the number of links")
  func projection() throws {
    let token = Family(projecting: child).observe { [calls] change in
      if case .change(let family, _) = change { calls.list.append("\(family.parents)") }
    }
    try expect(["2", "1", "2", "1"], token)
  }

  @Test("each link is notified for linking objects")
  func linkingObjects() throws {
    let token = child.parents.observe { [calls] in calls.add($0) }
    try expect(["-[] +[1] ~[0]", "-[1] +[] ~[0]", "-[] +[1] ~[0]", "-[1] +[] ~[0]"], token)
  }

  @Test("each link is notified for results with a condition on the number of links")
  func condition() throws {
    let token = watched.realm.objects(Node.self).where { $0.parents.count == 2 }.observe { [calls] in calls.add($0) }
    try expect(["-[] +[0] ~[]", "-[0] +[] ~[]", "-[] +[0] ~[]", "-[0] +[] ~[]"], token)
  }
}
