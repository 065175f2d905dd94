import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: choosing keys")
struct KeyListings {
  // listing: rename
  /// Gives an author another name, which is the primary key. The program stops if another author has this name.
  func rename(_ author: Novelist, to name: String, in realm: Realm) throws {
    try realm.write {
      let renamed = realm.create(Novelist.self, value: ["name": name])
      renamed.born = author.born
      for novel in Array(author.novels) { novel.author = renamed }
      realm.delete(author)
    }
  }
  // end

  @Test("an object with a new key replaces the old one")
  func renaming() throws {
    let realm = try bookshop()
    let author = try #require(realm.object(ofType: Novelist.self, forPrimaryKey: "Ursula K. Le Guin"))
    try rename(author, to: "Ursula Kroeber Le Guin", in: realm)
    #expect(author.isInvalidated)
    #expect(realm.objects(Novelist.self).map(\.name) == ["Ursula Kroeber Le Guin"])
    #expect(realm.objects(Novelist.self).first?.born == 1929)
    #expect(realm.objects(Novelist.self).first?.novels.map(\.isbn) == ["1", "2"])
  }

  // listing: merge
  /// Copies the novels of another Realm. A novel whose key exists is updated.
  func merge(_ other: Realm, into realm: Realm) throws {
    try realm.write {
      for novel in other.objects(Novel.self) { realm.create(Novel.self, value: novel, update: .modified) }
    }
  }
  // end

  @Test("novels with the same key are merged, and so are their authors")
  func merging() throws {
    let realm = try bookshop()
    let other = try bookshop()
    try other.write {
      other.create(Novel.self, value: ["isbn": "4", "title": "Kindred", "author": ["name": "Octavia E. Butler"]])
      other.object(ofType: Novel.self, forPrimaryKey: "3")?.price = 9
    }
    try merge(other, into: realm)
    #expect(realm.objects(Novel.self).map(\.isbn) == ["1", "2", "3", "4"])
    #expect(realm.object(ofType: Novel.self, forPrimaryKey: "3")?.price == 9)
    #expect(realm.objects(Novelist.self).map(\.name) == ["Ursula K. Le Guin", "Octavia E. Butler"])
    #expect(realm.objects(Novelist.self)[0].novels.count == 2)
  }
}
