import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: links and embedded objects")
struct LinksListings {
  @Test("a link is set like any property, and followed back")
  func links() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "3"))
    // listing: link
    try realm.write {
      let author = realm.create(Novelist.self, value: ["name": "Jorge Luis Borges"])
      novel.author = author
    }
    let titles = novel.author?.novels.map(\.title)
    // end
    #expect(titles.map { Array($0) } == ["Ficciones"])
  }

  @Test("deleting the target clears the link")
  func deletion() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "1"))
    let author = try #require(novel.author)
    // listing: delete
    try realm.write { realm.delete(author) }
    let isGone = novel.author == nil
    // end
    #expect(isGone)
  }

  @Test("an embedded object belongs to one object")
  func embedded() throws {
    let realm = try bookshop()
    let novel = try #require(realm.object(ofType: Novel.self, forPrimaryKey: "1"))
    // listing: embedded
    try realm.write {
      let size = Dimensions()
      size.width = 12.5
      size.height = 19
      novel.dimensions = size  // now stored with the novel

      novel.reviews.append(Review(value: [5, "Read it twice.", "Ada"]))
    }
    // end
    #expect(novel.dimensions?.height == 19)
    #expect(novel.reviews.first?.by == "Ada")
  }
}
