import Ashlar
import Foundation
import Testing
import Traits

@Suite("Mixins")
struct MixinTests {
  @Test("properties of mixins come before those of the type, in the order listed")
  func order() {
    #expect(
      Article().objectSchema.properties.map(\.name) == ["createdAt", "updatedAt", "key", "editor", "reviewers", "title", "id", "words"])
    #expect(Article.primaryKey() == "key")
    let key = ObjectId.generate()
    let moment = Date(timeIntervalSince1970: 7)
    let article = Article(value: [moment, moment, key, NSNull(), [Writer](), "Bricks"] as [Any])
    #expect(article.createdAt == moment && article.key == key && article.title == "Bricks" && article.words == 10)
  }

  @Test("one function serves all types with a mixin")
  func protocols() throws {
    let realm = try Realm(configuration: .init(inMemoryIdentifier: "mixins", objectTypes: TraitsSchema.objectTypes))
    let now = Date(timeIntervalSince1970: 1_000_000)
    func touch(_ object: some Timestamps) { object.updatedAt = now }
    func assign(_ object: some Audited, to author: Writer) {
      touch(object)
      object.editor = author
      object.reviewers.append(author)
    }
    let article = Article()
    let author = Writer(value: [article.key, "Ada"] as [Any])
    try realm.write {
      realm.add(author)
      realm.add(article)
      assign(article, to: author)
    }
    let note = Note()
    touch(note)
    #expect(note.updatedAt == now)
    let stored = try #require(realm.objects(Article.self).where { $0.updatedAt == now }.first)
    #expect(stored.editor?.name == "Ada" && stored.reviewers.count == 1)
    #expect(author.edited.map(\.key) == [article.key])
    let identified: [any Identified] = [article, author]
    #expect(Set(identified.map(\.key)).count == 1)
  }

  @Test("a repeated property has its own keys and the mixin's")
  func repeated() throws {
    let property = try #require(Article().objectSchema.properties.first { $0.name == "updatedAt" })
    #expect(property.isIndexed && property.isOptional)
  }
}
