import Foundation
import RealmSwift

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let url = folder.appendingPathComponent("diary.realm")
try autoreleasepool {
  let realm = try Realm(configuration: configuration(url, version: 1))
  try realm.write {
    let ada = realm.create(Author.self, value: ["name": "Ada"])
    for (index, title) in ["Morning walk", "Tea", "Evening"].enumerated() {
      let entry = Entry(title, by: index == 1 ? nil : ada, mood: index == 1 ? .tense : .calm)
      entry.stars = Int8(index)
      entry.tags.append("day \(index)")
      entry.place = Coordinates(latitude: Double(index), longitude: 1.5)
      realm.add(entry)
    }
  }
}
let store = Store(database: try Realm(configuration: configuration(url, version: 2), queue: nil))
var filter = EntryFilter()
filter.moods = [.calm]
print("calm:", store.all(Entry.self, sortedBy: "title", where: filter.predicate).map(\.title).joined(separator: ", "))
print("others:", store.all(Entry.self, sortedBy: "title", where: filter.opposite).map(\.title).joined(separator: ", "))
filter.text = "EVEN"
filter.author = store.all(Author.self, sortedBy: "name").first
filter.since = Date(timeIntervalSince1970: 0)
let found = store.all(Entry.self, sortedBy: "title", where: filter.predicate && NSPredicate(format: "stars > %d", 1))
print("found:", found.map { "\($0.title) \($0.stars) \($0.score) \($0.place?.latitude ?? -1)" }.joined(separator: ", "))
let first = Entry()
print("defaults:", first.title, first.length, first.mood, first.weather, first.mark, first.extra.stringValue ?? "-", first.score)
print("key:", Entry.primaryKey() ?? "none", Author.columns["name"] ?? "none", first.primaryKey(in: "a") == "a/\(first.id)")
try store.save(Entry(value: ["id": found[0].id, "title": "Night"]))
print("saved:", found.count, store.all(Entry.self, sortedBy: "title").count, store.database.refresh())
let token = watch(store.all(Entry.self, sortedBy: "title"))
token.invalidate()
let base: RLMObjectBase = first
print("base:", base is Entry)
try FileManager.default.removeItem(at: folder)
