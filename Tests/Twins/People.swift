// swift-format-ignore-file
// Printed from Schemas/People. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public enum Mood: String, PersistableEnum, Codable {
  case calm = "calm"
  case busy = "busy"
  case away = "away"
}

/// How soon somebody is called back.
public enum Priority: Int, PersistableEnum, Codable {
  case low = 1
  case normal = 5
  /// Today.
  case high = 9
}

/// A postal address.
public class Address: EmbeddedObject {
  @Persisted public var street: String
  @Persisted(indexed: true) public var city: String
  @Persisted public var country: String = ""
  @Persisted(originProperty: "home") public var residents: LinkingObjects<Person>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Dog: Object {
  @Persisted public var name: String
  /// In years.
  @Persisted public var age: Int = 0
  @Persisted public var owner: Person?
  @Persisted(indexed: true) public var chip: UUID?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// Somebody in the address book.
/// 
/// A person owns dogs, and is found by name.
public class Person: Object {
  @Persisted(primaryKey: true) public var _id: ObjectId
  /// What friends say.
  @Persisted public var firstName: String
  @Persisted(indexed: true) public var lastName: String = ""
  @Persisted public var nickname: String?
  @Persisted public var birthday: Date?
  /// When the entry was made.
  @Persisted public var joined: Date = Date()
  @Persisted public var mood: Mood = .calm
  @Persisted public var priority: Priority?
  /// Where letters go.
  @Persisted public var home: Address?
  /// Whom this person knows, which need not be mutual.
  @Persisted public var friends: List<Person>
  @Persisted public var tags: List<String>
  @Persisted public var scores: List<Int>
  /// The moods of the last days, oldest first.
  @Persisted public var moods: List<Mood>
  @Persisted public var photo: Data?
  /// All dogs that name this person as their owner.
  @Persisted(originProperty: "owner") public var dogs: LinkingObjects<Dog>
  public override class func propertiesMapping() -> [String: String] { ["lastName": "last_name"] }

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
