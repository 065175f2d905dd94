// swift-format-ignore-file
import Foundation
import RealmSwift

// A yard as programs declared it before '@Persisted'.

public enum YardKind: Int, PersistableEnum { case dog, cat = 5 }

/// Who lives in the yard.
public class YardAnimal: Object {
  /// Given once.
  @Persisted(primaryKey: true) public var id = UUID().uuidString
  @Persisted(indexed: true) public var name: String = "" { didSet { renamed += 1 } } // what it is called
  @Persisted public var born: Date? = nil
  @Persisted public var kind = YardKind.dog
  @Persisted public var tag: YardTag?
  @Persisted public var age: Int?
  @Persisted public var weight: Double?
  @Persisted public var friends: List<YardAnimal>
  @Persisted public var scores: Map<String, Int>
  @Persisted(originProperty: "friends") public var admirers: LinkingObjects<YardAnimal>
  public var mood = "calm"
  public var renamed = 0


  public convenience init(name: String) {
    self.init()
    self.name = name
  }

  public var loud: String { name.uppercased() }
}

public class YardTag: EmbeddedObject { @Persisted public var label = "none" }
