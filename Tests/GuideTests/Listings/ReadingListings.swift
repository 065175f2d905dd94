import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: reading and querying")
struct ReadingListings {
  @Test("all objects of a type, and one by its key")
  func objects() throws {
    let realm = try bookshop()
    // listing: objects
    let novels = realm.objects(Novel.self)
    let one = realm.object(ofType: Novel.self, forPrimaryKey: "1")
    // end
    #expect(novels.count == 3)
    #expect(one?.title == "The Dispossessed")
  }

  @Test("conditions are written in Swift")
  func conditions() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    // listing: where
    let short = novels.where { $0.pages < 200 }
    let byUrsula = novels.where { $0.author.name == "Ursula K. Le Guin" && $0.title.contains("wizard", options: .caseInsensitive) }
    let some = novels.where { $0.isbn.in(["1", "3"]) || $0.pages.contains(380..<400) }
    let reviewed = novels.where { $0.reviews.count > 0 && $0.reviews.stars > 3 }
    // end
    // listing: explain
    print(novels.where { $0.title == "Solaris" && $0.pages < 300 }.explain())
    // end
    #expect(short.count == 2)
    #expect(byUrsula.map(\.isbn) == ["2"])
    #expect(some.map(\.isbn) == ["1", "3"])
    #expect(reviewed.isEmpty)
  }

  @Test("results are sorted by one or more properties")
  func sorting() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    // listing: sorted
    let byTitle = novels.sorted(by: \.title)
    let longestFirst = novels.sorted(byKeyPath: "pages", ascending: false)
    let byAuthorThenTitle = novels.sorted(by: [
      SortDescriptor(keyPath: "author.name"), SortDescriptor(keyPath: "title"),
    ])
    // end
    #expect(byTitle.first?.isbn == "2")
    #expect(longestFirst.first?.pages == 387)
    #expect(byAuthorThenTitle.map(\.isbn) == ["2", "1", "3"])
  }

  @Test("the first of each author, and the shortest")
  func distinct() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    // listing: distinct
    let longestOfEach = novels.sorted(by: \.pages, ascending: false).distinct(by: ["author.name"])
    let twoShortest = novels.sorted(by: \.pages).limited(to: 2)
    // end
    #expect(longestOfEach.map(\.pages) == [387])
    #expect(twoShortest.map(\.pages).sorted() == [174, 183])
  }

  @Test("pages go through all objects")
  func pages() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    // listing: pages
    var titles: [String] = []
    var page = novels.sorted(by: \.title).page(after: nil, size: 2)
    while let last = page.last {
      titles += page.map(\.title)
      page = novels.sorted(by: \.title).page(after: last, size: 2)
    }
    // end
    #expect(titles == novels.map(\.title).sorted())
  }

  @Test("sections by the first letter of the title")
  func sections() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    // listing: sections
    let byLetter = novels.sectioned(sortDescriptors: ["title"]) { String($0.title.prefix(1)) }
    for section in byLetter {
      print(section.key, section.map(\.title))
    }
    // end
    #expect(byLetter.flatMap { $0 }.count == 3)
  }

  @Test("aggregates are computed in the store")
  func aggregates() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    // listing: aggregates
    let total: Int = novels.sum(of: \.pages)
    let cheapest: Decimal128? = novels.min(of: \.price)
    // end
    #expect(total == 744)
    #expect(cheapest == 7)
  }

  @Test("groups have counts, figures and objects, in the order of their keys")
  func groups() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    // listing: groups
    let byAuthor = novels.grouped(by: \.author?.name)
    let novelsOfEach = byAuthor.count
    let pagesOfEach = byAuthor.sum(of: \.pages)
    for (name, pages) in pagesOfEach.ordered(by: { $0.value > $1.value }).prefix(10) {
      print(name ?? "unknown", pages)
    }
    print(byAuthor.max(of: \.price))
    // end
    // listing: topOfGroups
    let longestTwo = novels.grouped(by: \.author?.name).top(2, by: \.pages)
    let firstByTitle = novels.sorted(by: \.title).grouped(by: \.binding).first(1)
    // end
    // listing: groupsOfTwo
    for (key, count) in novels.grouped(by: \.binding, \.author?.name).count {
      print(key.0, key.1 ?? "unknown", count)
    }
    // end
    #expect(novelsOfEach.keys == [nil, "Ursula K. Le Guin"])
    #expect(novelsOfEach.values == [1, 2])
    #expect(pagesOfEach[key: "Ursula K. Le Guin"] == 570)
    #expect(
      byAuthor.max(of: \.price).description == """
        author.name        max(price)
        nil                      8.25
        Ursula K. Le Guin         9.5
        """)
    #expect(longestTwo.values.map { $0.map(\.isbn) } == [["3"], ["1", "2"]])
    #expect(firstByTitle.values.map { $0.map(\.title) } == [["A Wizard of Earthsea"]])
  }

  @Test("results are live")
  func live() throws {
    let realm = try bookshop()
    // listing: live
    let novels = realm.objects(Novel.self).where { $0.pages > 300 }
    let before = novels.count
    try realm.write { realm.create(Novel.self, value: ["isbn": "4", "title": "Middlemarch", "pages": 880]) }
    let after = novels.count
    // end
    #expect(before == 1)
    #expect(after == 2)
  }

  @Test("a loop covers what was there when it began")
  func loops() throws {
    let realm = try bookshop()
    // listing: loop
    try realm.write {
      for novel in realm.objects(Novel.self) where novel.author == nil {
        realm.delete(novel)
      }
    }
    // end
    #expect(realm.objects(Novel.self).count == 2)
  }

  @Test("projections expose parts of objects")
  func projections() throws {
    let realm = try bookshop()
    // listing: projection
    for card in realm.objects(NovelCard.self).sorted(byKeyPath: "title") {
      print(card.title, card.authorName ?? "unknown", Array(card.stars))
    }
    // end
    #expect(realm.objects(NovelCard.self).count == 3)
  }
}
