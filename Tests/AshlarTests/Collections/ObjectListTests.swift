import Ashlar
import Kinds
import People
import Testing

@Suite("Lists of objects")
struct ObjectListTests {
  private func node(_ label: String) -> Node { Node(value: ["label": label]) }

  @Test("appending an unmanaged object adds it with all it reaches")
  func append() throws {
    let realm = try memoryRealm()
    let root = try realm.write { realm.create(Node.self) }
    let (child, grandchild) = (node("child"), node("grandchild"))
    child.children.append(grandchild)
    try realm.write {
      root.children.append(child)
      root.children.append(child)
    }
    #expect(child.realm == realm && grandchild.realm == realm)
    #expect(root.children.map(\.label) == ["child", "child"])
    #expect(child.parents.count == 2 && grandchild.parents.count == 1)
    #expect(realm.objects(Node.self).count == 3)
  }

  @Test("removing from a list deletes no object")
  func remove() throws {
    let realm = try memoryRealm()
    let root = node("root")
    root.children.append(objectsIn: [node("a"), node("b"), node("c")])
    try realm.write {
      realm.add(root)
      root.children.remove(at: 1)
      #expect(root.children.map(\.label) == ["a", "c"])
      root.children.removeAll()
    }
    #expect(realm.objects(Node.self).count == 4 && root.children.isEmpty)
    #expect(realm.objects(Node.self).allSatisfy { $0.parents.isEmpty })
  }

  @Test("each occurrence of a deleted object is removed from every list")
  func delete() throws {
    let realm = try memoryRealm()
    let (a, b) = (node("a"), node("b"))
    let roots = [node("r0"), node("r1")]
    for root in roots { root.children.append(objectsIn: [a, b, a]) }
    roots[1].children.append(roots[1])
    try realm.write {
      realm.add(roots)
      realm.delete(a)
      #expect(roots[0].children.map(\.label) == ["b"], "at once")
    }
    #expect(roots[0].children.map(\.label) == ["b"] && roots[1].children.map(\.label) == ["b", "r1"])
    try realm.write { realm.delete(roots[1]) }
    #expect(b.parents.map(\.label) == ["r0"])
  }

  @Test("deleting a list's elements leaves it empty")
  func deleteElements() throws {
    let realm = try memoryRealm()
    let root = node("root")
    let a = node("a")
    root.children.append(objectsIn: [a, node("b"), a])
    try realm.write {
      realm.add(root)
      realm.delete(root.children)
    }
    #expect(root.children.isEmpty && realm.objects(Node.self).count == 1)
  }

  @Test("assigning a list copies it, also a part of itself")
  func assign() throws {
    let realm = try memoryRealm()
    let (x, y) = (node("x"), node("y"))
    x.children.append(objectsIn: [node("1"), node("2")])
    try realm.write { realm.add([x, y]) }
    try realm.write {
      y.children = x.children
      x.children = x.children
    }
    #expect(x.children.map(\.label) == ["1", "2"] && y.children.map(\.label) == ["1", "2"])
    #expect(x.children.first?.parents.count == 2)
    let sibling = try #require(realm.objects(Node.self).first)
    try realm.write { sibling.children = x.children }
    #expect(x.children.count == 2)
  }

  @Test("replacing, moving and swapping keep links and back links right")
  func reorder() throws {
    let realm = try memoryRealm()
    let root = node("root")
    let nodes = (0..<4).map { node("\($0)") }
    root.children.append(objectsIn: nodes)
    try realm.write {
      realm.add(root)
      root.children.move(from: 0, to: 3)
      root.children.swapAt(0, 1)
      root.children[0] = nodes[0]
    }
    #expect(root.children.map(\.label) == ["0", "1", "3", "0"])
    #expect(nodes.map(\.parents.count) == [2, 1, 0, 1])
  }

  @Test("the owner's deletion invalidates its lists")
  func invalidated() throws {
    let realm = try memoryRealm()
    let root = node("root")
    root.children.append(node("a"))
    let list = root.children
    try realm.write { realm.add(root) }
    let sibling = try #require(realm.objects(Node.self).first { $0.label == "root" }).children
    try realm.write { realm.delete(root) }
    #expect(list.isInvalidated && sibling.isInvalidated)
    #expect(realm.objects(Node.self).count == 1)
  }

  @Test("an iteration yields deleted elements as invalidated objects")
  func iteration() throws {
    let realm = try memoryRealm()
    let root = node("root")
    root.children.append(objectsIn: (0..<5).map { node("\($0)") })
    try realm.write { realm.add(root) }
    var seen: [String] = []
    try realm.write {
      let third = root.children[2]
      for child in root.children {
        if seen.isEmpty { realm.delete(third) }
        seen.append(child.isInvalidated ? "gone" : child.label)
      }
    }
    #expect(seen == ["0", "1", "gone", "3", "4"])
  }

  @Test("index(of:) compares rows and finds the first")
  func index() throws {
    let realm = try memoryRealm()
    let root = node("root")
    let (a, b) = (node("a"), node("b"))
    root.children.append(objectsIn: [a, b, a, b])
    try realm.write { realm.add(root) }
    let sibling = try #require(realm.objects(Node.self).where { $0.label == "b" }.first)
    #expect(root.children.index(of: sibling) == 1)
    #expect(root.children.index(of: root) == nil && root.children.index(of: Node()) == nil)
    #expect(root.children.where { $0.label == "a" }.count == 2)
    #expect(root.children.sorted(byKeyPath: "label").map(\.label) == ["a", "a", "b", "b"])
  }

  @Test("results of a list follow the list")
  func results() throws {
    let realm = try memoryRealm()
    let root = node("root")
    root.children.append(objectsIn: (0..<4).map { Node(value: ["weight": $0]) })
    try realm.write { realm.add(root) }
    let heavy = root.children.where { $0.weight >= 2 }
    #expect(heavy.count == 2)
    try realm.write {
      root.children.append(Node(value: ["weight": 9]))
      #expect(heavy.map(\.weight) == [2, 3, 9])
      root.children.removeFirst(3)
      #expect(heavy.map(\.weight) == [3, 9])
    }
    #expect(heavy.sorted(byKeyPath: "weight", ascending: false).map(\.weight) == [9, 3])
    #expect(heavy.sum(of: \.weight) == 12)
    try realm.write { realm.delete(root) }
    #expect(heavy.isInvalidated)
  }
}
