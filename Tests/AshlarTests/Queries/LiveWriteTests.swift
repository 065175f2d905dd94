import Ashlar
import Kinds
import Testing
import TestSupport
import TestTraits

/// Results that were computed inside a write, and then objects that are found later and changed.
@Suite("Results inside a write", .blocking)
struct LiveWriteTests {
  private enum Way: CaseIterable {
    case loop, position, table, key, list, backlinks
  }

  /// Changes the labels of all nodes in `old` to `new`, found in one way or another.
  private func change(_ realm: Realm, _ found: Results<Node>, _ new: String, _ way: Way) {
    switch way {
    case .loop: for node in found { node.label = new }
    case .position: for index in (0..<found.count).reversed() { found[index].label = new }
    case .table: for node in realm.objects(Node.self) { node.label = new }
    case .key: for index in 0..<realm.objects(Node.self).count { realm.objects(Node.self)[index].label = new }
    case .list: for node in realm.objects(Node.self)[0].children { node.label = new }
    case .backlinks: for node in realm.objects(Node.self)[0].previous { node.label = new }
    }
  }

  @Test("see what is changed in the objects that a subquery counts")
  func subqueries() throws {
    let realm = try memoryRealm()
    try realm.write {
      let children = (0..<3).map { Node(value: ["weight": $0]) }
      realm.create(Node.self, value: ["label": "parent", "children": children])
    }
    let parents = realm.objects(Node.self).filter("SUBQUERY(children, $c, $c.weight > 5).@count == 1")
    let nodes = Array(realm.objects(Node.self).where { $0.label != "parent" })
    #expect(parents.isEmpty)
    realm.beginWrite()
    for round in 0..<3 {
      nodes[round % 2].weight = 7
      #expect(parents.count == 1, "round \(round)")
      nodes[round % 2].weight = 0
      #expect(parents.isEmpty, "round \(round)")
    }
    nodes[2].weight = 9
    try realm.commitWrite()
    #expect(parents.first?.label == "parent")
  }

  @Test("see what is changed through objects that were found after they were computed", arguments: [1, 300])
  func found(_ count: Int) throws {
    for way in Way.allCases {
      let realm = try memoryRealm()
      try realm.write {
        let nodes = (0..<count).map { _ in Node(value: ["label": "a"]) }
        for node in nodes {
          node.next = nodes[0]
          nodes[0].children.append(node)
        }
        realm.add(nodes)
      }
      let labels = ["a", "b"].map { label in realm.objects(Node.self).where { $0.label == label } }
      let last = realm.objects(Node.self).sorted(by: \.label, ascending: false)
      realm.beginWrite()
      // The clusters are copied by the first change; those that follow are stored in the copies.
      for round in 0..<4 {
        let (old, new) = round % 2 == 0 ? (0, 1) : (1, 0)
        #expect(labels[old].count == count && labels[new].isEmpty && last.count == count, "\(way)")
        change(realm, labels[old], ["a", "b"][new], way)
        #expect(labels[old].isEmpty && labels[new].count == count, "\(way), round \(round)")
        #expect(last[0].label == ["a", "b"][new] && labels[new].max(ofProperty: "weight") == 0, "\(way)")
      }
      realm.cancelWrite()
      #expect(labels[0].count == count && labels[1].isEmpty)
    }
  }

  @Test("see each change of one object, one after the other")
  func oneByOne() throws {
    let realm = try memoryRealm()
    try realm.write { for _ in 0..<3 { realm.create(Node.self, value: ["label": "a"]) } }
    let found = realm.objects(Node.self).where { $0.label == "a" }
    realm.beginWrite()
    let node = realm.objects(Node.self)[1]
    for round in 0..<6 {
      node.label = round % 2 == 0 ? "b" : "a"
      #expect(found.count == realm.objects(Node.self).filter { $0.label == "a" }.count)
      realm.objects(Node.self)[2].label = round % 3 == 0 ? "b" : "a"
      #expect(found.count == realm.objects(Node.self).filter { $0.label == "a" }.count)
    }
    realm.cancelWrite()
  }
}
