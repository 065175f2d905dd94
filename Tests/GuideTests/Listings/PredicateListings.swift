import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: conditions in text")
struct PredicateListings {
  @Test("conditions are written in text")
  func filter() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    // listing: filter
    let short = novels.filter("pages < 200")
    let byUrsula = novels.filter("author.name == %@ AND title CONTAINS[c] %@", "Ursula K. Le Guin", "wizard")
    let some = novels.filter("isbn IN {'1', '3'} OR pages BETWEEN {380, 399}")
    let reviewed = novels.filter("reviews.@count > 0 AND ANY reviews.stars > 3")
    let first = novels.index(matching: "pages > $0", 300)
    // end
    #expect(short.count == 2)
    #expect(byUrsula.map(\.isbn) == ["2"])
    #expect(some.map(\.isbn) == ["1", "3"])
    #expect(reviewed.isEmpty)
    #expect(first == 0)
  }

  @Test("conditions in text combine")
  func combine() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    let author: String? = "Ursula K. Le Guin"
    // listing: combine
    var condition = RealmPredicate(format: "pages < %@", 400)
    if let author { condition = condition && RealmPredicate(format: "author.name == %@", author) }
    let chosen = novels.filter(condition || !RealmPredicate(format: "title BEGINSWITH 'The'"))
    // end
    let expected = novels.filter { $0.pages < 400 && $0.author?.name == author || !$0.title.hasPrefix("The") }
    #expect(Array(chosen) == Array(expected) && !chosen.isEmpty)
    #expect(novels.map { condition.evaluate(with: $0) } == novels.map { $0.pages < 400 && $0.author?.name == author })
  }

  @Test("text that people type is checked first")
  func typed() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    var printed = ""
    func print(_ value: some CustomStringConvertible) { printed += "\(value)" }
    // listing: typed
    do {
      let predicate = try RealmPredicate(parsing: "pagse > 300")
      try predicate.check(on: novels)
      print(novels.filter(predicate).count)
    } catch {
      print(error)
    }
    // end
    #expect(printed == "Property 'pagse' not found in object of type 'Novel'. Did you mean 'pages'?\n  pagse > 300\n  ^")
  }
}
