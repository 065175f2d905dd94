import Kinds
import Testing

@testable import Ashlar

@Suite("Groups of observed distinct rows")
struct DistinctGroupsTests {
  @Test("a value that no row has any more is removed, and its group is used again")
  func vacated() throws {
    let realm = try memoryRealm()
    try realm.write { for label in ["a", "b", "b"] { realm.create(Node.self, value: ["label": label]) } }
    let all = realm.objects(Node.self)
    let keys = all._resultsCore.computedKeys()
    let groups = DistinctGroups(DistinctRows(["label"], Node._entity, realm._core), keys, isAscending: true)
    #expect(groups.count == 2)
    for round in 0..<100 {
      try realm.write { all[0].label = "value \(round)" }
      var comparison = RowComparison(all._resultsCore.arrangement.lastOrder, places: nil)
      let (old, new) = groups.update(gone: [keys[0]], come: [keys[0]], &comparison)
      #expect(old.map(\.key) == [keys[0]])
      #expect(new.map(\.key) == [keys[0]])
    }
    #expect(groups.count == 2)
    try realm.write { all[0].label = "b" }
    var comparison = RowComparison(all._resultsCore.arrangement.lastOrder, places: nil)
    _ = groups.update(gone: [keys[0]], come: [keys[0]], &comparison)
    #expect(groups.count == 1)
    #expect(groups.firsts.keys == [keys[0]])
  }
}
