import Ashlar
import Kinds
import Shelves
import Testing

@Suite("Embedded objects")
struct EmbeddedTests {
  private func part(_ label: String) -> Part { Part(value: ["label": label]) }

  // Embedded types have no results of their own: their rows are counted through their owners.
  private func partCount(_ realm: Realm) -> Int {
    realm.objects(Node.self).reduce(0) { $0 + $1.parts.count + ($1.part == nil ? 0 : 1) }
  }

  @Test("an assigned embedded object becomes managed, and the one before it is deleted")
  func assign() throws {
    let realm = try memoryRealm()
    let node = try realm.write { realm.create(Node.self) }
    let (first, second) = (part("first"), part("second"))
    try realm.write { node.part = first }
    #expect(first.realm == realm && node.part?.label == "first" && node.part?.owners.count == 1)
    try realm.write { node.part = second }
    #expect(first.isInvalidated && node.part?.label == "second")
    try realm.write { node.part = node.part }
    #expect(!second.isInvalidated && node.part?.label == "second", "assigning itself changes nothing")
    try realm.write { node.part = nil }
    #expect(second.isInvalidated && node.part == nil && second.realm == realm)
  }

  @Test("deleting an owner deletes what it embeds, at any depth")
  func cascade() throws {
    let realm = try memoryRealm()
    let node = Node()
    let target = Node()
    let inner = Piece(value: ["count": 3, "marks": [1, 2]])
    node.part = part("p")
    node.part?.piece = inner
    node.part?.target = target
    node.part?.pieces.append(Piece(value: ["count": 4]))
    node.parts.append(part("q"))
    try realm.write { realm.add([node, target]) }
    let (p, q) = try (#require(node.part), #require(node.parts.first))
    let piece = try #require(p.pieces.first)
    #expect(inner.count == 3 && Array(inner.marks) == [1, 2])
    try realm.write { realm.delete(node) }
    #expect(p.isInvalidated && q.isInvalidated && inner.isInvalidated && piece.isInvalidated)
    #expect(!target.isInvalidated && realm.objects(Node.self).count == 1)
  }

  @Test("deleting the target of an embedded object's link makes the link nil")
  func linkOfEmbedded() throws {
    let realm = try memoryRealm()
    let (node, target) = (Node(), Node())
    node.part = part("p")
    node.part?.target = target
    try realm.write { realm.add(node) }
    #expect(target.realm == realm)
    try realm.write { realm.delete(target) }
    #expect(node.part?.label == "p" && node.part?.target == nil)
  }

  @Test("an embedded object may be deleted by itself")
  func deleteEmbedded() throws {
    let realm = try memoryRealm()
    let node = Node()
    node.part = part("p")
    node.parts.append(objectsIn: [part("a"), part("b"), part("c")])
    try realm.write { realm.add(node) }
    try realm.write {
      realm.delete(node.parts[1])
      if let part = node.part { realm.delete(part) }
    }
    #expect(node.part == nil && node.parts.map(\.label) == ["a", "c"])
  }

  @Test("list elements are owned: replaced and removed ones are deleted, swapped ones are not")
  func lists() throws {
    let realm = try memoryRealm()
    let node = Node()
    let parts = ["a", "b", "c", "d"].map(part)
    node.parts.append(objectsIn: parts)
    try realm.write { realm.add(node) }
    #expect(parts.allSatisfy { $0.realm == realm })
    try realm.write {
      node.parts.swapAt(0, 3)
      node.parts.move(from: 1, to: 2)
      #expect(parts.allSatisfy { !$0.isInvalidated })
      #expect(node.parts.map(\.label) == ["d", "c", "b", "a"])
      node.parts[0] = part("new")
      #expect(parts[3].isInvalidated)
      node.parts.remove(at: 1)
      #expect(parts[2].isInvalidated)
    }
    #expect(node.parts.map(\.label) == ["new", "b", "a"])
    try realm.write { node.parts.removeAll() }
    #expect(parts.allSatisfy { $0.isInvalidated } && partCount(realm) == 0)
  }

  @Test("an embedded object may be assigned to the place where it is, in a list and in a map, and stays")
  func samePlace() throws {
    let realm = try memoryRealm()
    let node = Node()
    node.parts.append(objectsIn: ["a", "b", "c"].map(part))
    let shelf = Shelf(value: ["id": 1])
    shelf.labels["k"] = Label(value: ["text": "l"])
    try realm.write {
      realm.add(node)
      realm.add(shelf)
    }
    let (parts, label) = (Array(node.parts), shelf.labels["k"] ?? nil)
    try realm.write {
      node.parts[1] = parts[1]
      node.parts.replace(index: 0, object: parts[0])
      node.parts[0..<2] = node.parts[0..<2]
      node.parts.replaceSubrange(0..<2, with: [parts[0], part("new"), parts[1]])
      shelf.labels["k"] = label
    }
    #expect(node.parts.map(\.label) == ["a", "new", "b", "c"] && parts.allSatisfy { !$0.isInvalidated })
    #expect(label?.isInvalidated == false && partCount(realm) == 4)
  }

  @Test("an embedded object that is at another place of the list is refused")
  func otherPlace() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let node = try realm.write { realm.create(Node.self, value: ["parts": [["label": "a"], ["label": "b"]]]) }
      try realm.write { node.parts[0] = node.parts[1] }
    }
    #expect(errorText(result).contains("Cannot add an existing managed embedded object to a List ('Part')."))
  }

  @Test("reversing a list of embedded objects keeps them")
  func reverse() throws {
    let realm = try memoryRealm()
    let node = Node()
    node.parts.append(objectsIn: ["c", "b", "a"].map(part))
    try realm.write { realm.add(node) }
    let kept = Array(node.parts)
    try realm.write { node.parts.reverse() }
    #expect(node.parts.map(\.label) == ["a", "b", "c"] && kept.allSatisfy { !$0.isInvalidated })
  }

  @Test("an iteration over removed embedded objects yields them as invalidated")
  func iteration() throws {
    let realm = try memoryRealm()
    let node = Node()
    node.parts.append(objectsIn: ["a", "b", "c"].map(part))
    try realm.write { realm.add(node) }
    try realm.write {
      var gone = 0
      for part in node.parts {
        if !node.parts.isEmpty { node.parts.removeAll() }
        if part.isInvalidated { gone += 1 }
      }
      #expect(gone == 3)
    }
  }

  @Test("conditions and orders go through embedded objects")
  func queries() throws {
    let realm = try memoryRealm()
    try realm.write {
      for index in 0..<10 {
        let node = realm.create(Node.self, value: ["weight": index, "part": ["label": "p\(index % 3)", "size": Double(10 - index)]])
        node.parts.append(part("q\(index % 2)"))
      }
      realm.create(Node.self, value: ["weight": 99])
    }
    let nodes = realm.objects(Node.self)
    #expect(nodes.where { $0.part.label == "p0" }.map(\.weight) == [0, 3, 6, 9])
    #expect(nodes.where { $0.part == nil }.map(\.weight) == [99])
    #expect(nodes.where { $0.parts.label == "q1" && $0.part.size > 5 }.map(\.weight) == [1, 3])
    #expect(nodes.sorted(byKeyPath: "part.size").map(\.weight) == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 99])
    let first = try #require(nodes.first?.part)
    #expect(nodes.where { $0.part == first }.map(\.weight) == [0])
    #expect(nodes.first?.parts.where { $0.label == "q0" }.count == 1)
  }
}
