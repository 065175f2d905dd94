// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import RealmSwift

/// Initial values make objects of other classes, and of this one.
public class Buoy: Object {
  @TaskLocal private static var isSpare = false

  @Persisted public var label = "buoy"
  @Persisted public var anchor: Anchor? = Anchor(weight: 3)
  @Persisted public var spare: Buoy? = Buoy.makeSpare()

  // A spare one has none.
  private static func makeSpare() -> Buoy? { isSpare ? nil : $isSpare.withValue(true) { Buoy() } }
}

public class Anchor: Object {
  @Persisted public var weight = 1

  public convenience init(weight: Int) {
    self.init()
    self.weight = weight
  }
}

/// Its initializer makes an object of another class, of which it may be the first.
public class Pontoon: Object {
  @Persisted public var mooring: Mooring?

  public required init() {
    super.init()
    mooring = Mooring()
  }
}

public class Mooring: Object {
  @Persisted public var depth = 7
}

/// Each makes another.
public class Whirl: Object {
  @Persisted public var next: Whirl? = Whirl()
}

/// Its initializer opens a Realm and writes to it.
public class Tally: Object {
  @TaskLocal private static var isWriting = false
  public static let configuration = Realm.Configuration(inMemoryIdentifier: "tally", objectTypes: [Tally.self, Anchor.self])

  @Persisted public var count = 2

  public required init() {
    super.init()
    if Self.isWriting { return }
    Self.$isWriting.withValue(true) {
      guard let realm = try? Realm(configuration: Self.configuration) else { return }
      try? realm.write { realm.add([Anchor(weight: 5), Anchor(weight: 6)]) }
    }
  }
}
