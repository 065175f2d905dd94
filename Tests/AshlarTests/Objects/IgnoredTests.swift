import Ashlar
import Foundation
import Testing
import Traits

@Suite("Ignored and observed properties")
struct IgnoredTests {
  @Test("ignored properties begin with their defaults")
  func defaults() {
    let page = Page()
    #expect(!page.selected && page.log.isEmpty && page.link == nil && page.count == -3 && page.ratio == -.infinity)
    #expect(page.label == "\"q\"" && page.day == Date(timeIntervalSince1970: 1_709_208_000.5) && page.bytes == Data([0, 1, 2]))
    #expect(page.price == "1.5" && page.key == ObjectId("0123456789abcdef01234567"))
    #expect(page.uuid.uuidString == "00112233-4455-6677-8899-AABBCCDDEEFF" && page.fresh != Page().fresh)
    #expect(page.phase == .idle && page.next == .busy && page.pace.rawValue == 2 && page.parent == nil && page.marks.isEmpty)
  }

  @Test("ignored properties are not in the schema, and belong to one instance")
  func memory() throws {
    let realm = try memoryRealm(TraitsSchema.objectTypes)
    let page = Page(value: ["Home"])
    #expect(page.objectSchema.properties.map(\.name) == ["title", "views"])
    page.selected = true
    try realm.write { realm.add(page) }
    page.parent = page
    #expect(page.selected && page.realm == realm)
    page.parent = nil
    let other = try #require(realm.objects(Page.self).first)
    #expect(!other.selected && other.title == "Home" && other.count == -3)
    func select(_ object: some Selectable) { object.selected = true }
    select(other)
    #expect(other.selected)
  }

  @Test("methods are called around setting, managed or not, with the new and the old value")
  func observers() throws {
    let page = Page()
    page.title = "a"
    page.views = 1
    page.link = URL(string: "https://example.org")
    page.link = nil
    #expect(
      page.log == [
        "title  will be a", "title a was ", "views 1 was 0", "link was nothing", "link was https://example.org",
      ])
    let realm = try memoryRealm(TraitsSchema.objectTypes)
    try realm.write {
      realm.add(page)
      page.log = []
      page.title = "b"
    }
    #expect(page.log == ["title a will be b", "title b was a"])
    let other = try #require(realm.objects(Page.self).first)
    try realm.write { other.title = "c" }
    #expect(page.log.count == 2 && page.title == "c")
  }
}
