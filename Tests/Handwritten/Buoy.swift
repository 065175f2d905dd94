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
