// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, OneVariableDeclarationPerLine
import Foundation
import RealmSwift
import Synchronization

// Every kind of property with every argument, as models of RealmSwift's users declare them.

public enum Temper: String, PersistableEnum, Codable {
  case calm
  case busy = "b"

  /// What is run while one is decoded. Not a closure alone: optimized code of Swift 6.3 crashes where one is bound to a task-local value
  /// that is bound again within.
  public struct Action: Sendable {
    let run: @Sendable () -> Void
    public init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  @TaskLocal public static var whileDecoding: Action?

  public init(from decoder: any Decoder) throws {
    Self.whileDecoding?.run()
    self = try decoder.singleValueContainer().decode(String.self) == "b" ? .busy : .calm
  }
}

public enum Rank: Int, PersistableEnum { case low = 1, high = 9 }

public class Sailor: Object, ObjectKeyIdentifiable {
  @Persisted(primaryKey: true) public var id: ObjectId
  @Persisted public var name = "nobody"
  @Persisted(indexed: true) public var age: Int?
  @Persisted public var weight: Double
  @Persisted public var share: Float = 0.5
  @Persisted public var isActive = true
  @Persisted public var small: Int8 = -3
  @Persisted public var medium: Int16?
  @Persisted public var wide: Int32
  @Persisted public var wider: Int64?
  @Persisted public var born: Date?
  @Persisted public var token: UUID = UUID()
  @Persisted public var photo: Data?
  @Persisted public var price: Decimal128
  @Persisted public var anything: AnyRealmValue
  @Persisted(indexed: true) public var mood: Temper = .busy
  @Persisted public var priority: Rank?
  @Persisted public var site: URL?
  @Persisted public var place: Spot
  @Persisted public var home: Berth?
  @Persisted public var friend: Sailor?
  @Persisted public var parrots: List<Parrot>
  @Persisted public var tags: MutableSet<String>
  @Persisted public var scores: Map<String, Int>
  @Persisted public var moods: List<Temper?>
  @Persisted(originProperty: "friend") public var admirers: LinkingObjects<Sailor>
  @Persisted public var serial: Int = Sailor.nextSerial() { didSet { changes.append(oldValue) } }
  @Persisted private var secret: String
  @Persisted public private(set) var visits: Int

  /// Not stored.
  public var changes: [Int] = []
  public lazy var initials: String = String(name.prefix(1))
  public var display: String { "\(name) (\(age ?? 0))" }

  @TaskLocal public static var serials = SerialNumbers()
  public static func nextSerial() -> Int { serials.next() }

  public convenience init(name: String, secret: String = "") {
    self.init()
    self.name = name
    self.secret = secret
  }

  public func visit() { visits += 1 }
  public var revealed: String { secret }
}

/// Numbers that are given out once.
public final class SerialNumbers: Sendable {
  private let last = Mutex(0)

  public init() {}

  public var given: Int { last.withLock { $0 } }

  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
