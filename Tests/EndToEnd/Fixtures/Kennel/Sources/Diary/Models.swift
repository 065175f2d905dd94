import Realm
import RealmSwift

protocol Storable: PersistableEnum, Codable {}

enum Mood: String, Storable { case calm, tense }

enum Weather: Int, PersistableEnum {
  case sunny, rainy

  static let standard = Weather.sunny
}

enum Defaults {
  static let title = "untitled"
  static let length: TimeInterval = 60
}

struct Coordinates: FailableCustomPersistable {
  typealias PersistedType = String

  var latitude: Double
  var longitude: Double

  var persistableValue: String { "\(latitude),\(longitude)" }

  init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }

  init?(persistedValue: String) {
    let parts = persistedValue.split(separator: ",").compactMap { Double($0) }
    guard parts.count == 2 else { return nil }
    self.init(latitude: parts[0], longitude: parts[1])
  }
}

final class Entry: Object, ObjectKeyIdentifiable {
  @Persisted var id = UUID().uuidString
  @Persisted var title = Defaults.title
  @Persisted var length = Defaults.length
  @Persisted var mood = Mood.calm
  @Persisted var weather = Weather.standard
  @Persisted var mark = Mood.tense.rawValue
  @Persisted var score = 0 as Float
  @Persisted var stars: Int8
  @Persisted var place: Coordinates?
  @Persisted var extra: AnyRealmValue = .string("none")
  @Persisted var tags: List<String>
  @Persisted var author: Author?
  @Persisted var written = Date(timeIntervalSince1970: 0)

  override class func primaryKey() -> String? { "id" }

  convenience init(_ title: String, by author: Author?, mood: Mood = .calm) {
    self.init()
    self.title = title
    self.author = author
    self.mood = mood
  }

  /// Beside the key of the class.
  func primaryKey(in shelf: String) -> String { "\(shelf)/\(id)" }
}

class Author: Object {
  @Persisted(primaryKey: true) var key: ObjectId
  @Persisted var name: String = ""
  @Persisted(originProperty: "author") var entries: LinkingObjects<Entry>

  static let columns = ["name": "author_name"]

  override class func propertiesMapping() -> [String: String] { columns }
  override class func _realmObjectName() -> String? { "Writer" }
}
