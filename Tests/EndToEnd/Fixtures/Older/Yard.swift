// swift-format-ignore-file
import Foundation
import RealmSwift

// A yard as programs declared it before '@Persisted'.

@objc public enum YardKind: Int, RealmEnum { case dog, cat = 5 }

/// Who lives in the yard.
@objcMembers
public class YardAnimal: Object {
  /// Given once.
  public dynamic var id = UUID().uuidString
  @objc public dynamic var name: String = "" { didSet { renamed += 1 } } // what it is called
  @objc public dynamic var born: Date? = nil
  @objc public dynamic var kind = YardKind.dog
  @objc public dynamic var tag: YardTag?
  public let age = RealmOptional<Int>()
  public let weight = RealmProperty<Double?>()
  public let friends = List<YardAnimal>()
  public let scores = Map<String, Int>()
  public let admirers = LinkingObjects(fromType: YardAnimal.self, property: "friends")
  @objc public dynamic var mood = "calm"
  public var renamed = 0

  public override static func primaryKey() -> String? { return "id" }
  /// What is found fast.
  public override class func indexedProperties() -> [String] {
    return ["name"]
  }
  public override static func ignoredProperties() -> [String] { ["mood"] }

  public convenience init(name: String) {
    self.init()
    self.name = name
  }

  public var loud: String { name.uppercased() }
}

public class YardTag: EmbeddedObject { @objc public dynamic var label = "none" }
