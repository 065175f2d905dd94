import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: writing")
struct WritingListings {
  @Test("objects are added in a write")
  func add() throws {
    let realm = try bookshop()
    // listing: add
    let novel = Novel()
    novel.isbn = "978-0-441-00731-8"
    novel.title = "The Left Hand of Darkness"
    novel.pages = 304

    try realm.write {
      realm.add(novel)
    }
    // end
    #expect(novel.realm == realm)
    #expect(realm.objects(Novel.self).count == 4)
  }

  @Test("objects are created from dictionaries and arrays")
  func create() throws {
    let realm = try bookshop()
    // listing: create
    try realm.write {
      realm.create(
        Novel.self,
        value: [
          "isbn": "978-1", "title": "Kindred", "pages": 287, "price": 11,
          "author": ["name": "Octavia E. Butler", "born": 1947],
          "reviews": [["stars": 5, "text": "Could not put it down."]],
        ])
    }
    // end
    #expect(realm.object(ofType: Novelist.self, forPrimaryKey: "Octavia E. Butler")?.novels.first?.reviews.first?.stars == 5)
  }

  @Test("an object with the same primary key is updated")
  func update() throws {
    let realm = try bookshop()
    // listing: update
    try realm.write {
      realm.create(Novel.self, value: ["isbn": "3", "price": 6.5], update: .modified)
    }
    // end
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "3"))
    #expect(novel.price == 6.5)
    #expect(novel.title == "Ficciones")
  }

  @Test("objects change inside a write, and are deleted there")
  func change() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "1"))
    let old = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "2"))
    // listing: change
    try realm.write {
      novel.price += 1
      novel.tags.insert("classic")
      realm.delete(old)
    }
    // end
    #expect(novel.price == 10.5)
    #expect(old.isInvalidated)
  }

  @Test("a write that throws changes nothing")
  func cancel() throws {
    let realm = try bookshop()
    // listing: cancel
    struct SoldOut: Error {}

    do {
      try realm.write {
        realm.deleteAll()
        throw SoldOut()
      }
    } catch is SoldOut {}
    // end
    #expect(realm.objects(Novel.self).count == 3)
  }

  @Test("a long import commits in batches")
  func batches() throws {
    let realm = try bookshop()
    let rows = (10..<2510).map { ["isbn": "\($0)", "title": "Novel \($0)"] }
    // listing: batches
    for start in stride(from: 0, to: rows.count, by: 1_000) {
      try realm.write {
        for row in rows[start..<min(start + 1_000, rows.count)] {
          realm.create(Novel.self, value: row, update: .all)
        }
      }
    }
    // end
    #expect(realm.objects(Novel.self).count == 2_503)
  }
}
