import Ashlar
import Kinds
import People
import Testing

@Suite("Observing results whose condition reads other rows")
struct ObservedConditionsTests {
  @Test(
    "a change of a collection behind a link is told, although the row itself did not change",
    arguments: ["next.children.@count == 1", "ANY next.children == SELF", "SUBQUERY(next.children, $x, $x.label == 'parent').@count > 0"])
  func collections(text: String) throws {
    let watched = try Watched(
      "behind \(ObjectId.generate())", KindsSchema.objectTypes, others: KindsSchema.objectTypes + PeopleSchema.objectTypes)
    let (realm, calls) = (watched.realm, Calls())
    let (parent, child) = try realm.write {
      let child = realm.create(Node.self, value: ["label": "child"])
      return (realm.create(Node.self, value: ["label": "parent", "next": child]), child)
    }
    let token = realm.objects(Node.self).filter(text).observe { calls.add($0) }
    realm.refresh()
    #expect(calls.take() == ["initial"])
    try realm.write { child.children.append(parent) }
    realm.refresh()
    #expect(calls.take() == ["-[] +[0] ~[]"])
    try realm.write { child.children.removeAll() }
    realm.refresh()
    #expect(calls.take() == ["-[0] +[] ~[]"])
    withExtendedLifetime(token) {}
  }

  @Test("a condition in a subquery over a collection of the row itself is evaluated again where an element changes")
  func subqueries() throws {
    let watched = try Watched(
      "subqueries \(ObjectId.generate())", KindsSchema.objectTypes, others: KindsSchema.objectTypes + PeopleSchema.objectTypes)
    let (realm, calls) = (watched.realm, Calls())
    let child = try realm.write {
      let child = realm.create(Node.self, value: ["label": "child"])
      realm.create(Node.self, value: ["label": "parent"]).children.append(child)
      return child
    }
    let found = realm.objects(Node.self).filter("SUBQUERY(children, $x, $x.label == 'wanted').@count > 0")
    let token = found.observe(keyPaths: ["weight"]) { calls.add($0) }
    realm.refresh()
    #expect(calls.take() == ["initial"])
    try realm.write { child.label = "wanted" }
    realm.refresh()
    #expect(calls.take() == ["-[] +[0] ~[]"])
    try realm.write { realm.delete(child) }
    realm.refresh()
    #expect(calls.take() == ["-[0] +[] ~[]"])
    withExtendedLifetime(token) {}
  }

  @Test("changes of rows with a condition on their own values are notified in order")
  func computed() throws {
    let watched = try Watched(
      "computed \(ObjectId.generate())", KindsSchema.objectTypes, others: KindsSchema.objectTypes + PeopleSchema.objectTypes)
    let (realm, calls) = (watched.realm, Calls())
    let nodes = try realm.write { (0..<4).map { realm.create(Node.self, value: ["label": "\($0)", "weight": $0]) } }
    let found = realm.objects(Node.self).filter("weight * 2 + label.length > 4").sorted(byKeyPath: "weight")
    let token = found.observe { calls.add($0) }
    realm.refresh()
    #expect(calls.take() == ["initial"])
    #expect(found.map(\.weight) == [2, 3])
    try realm.write {
      nodes[0].label = "longer"
      nodes[2].weight = 1
    }
    realm.refresh()
    #expect(found.map(\.weight) == [0, 3])
    #expect(calls.take() == ["-[0] +[0] ~[]"])
    withExtendedLifetime(token) {}
  }
}
