// Written by hand: the enums that the schema calls external.

public import Ashlar

extension Drawing {
  /// Declared in Swift: the schema knows the raw type only.
  public nonisolated enum Shape: String, PersistableEnum, Sendable {
    case round = "r"
    case square = "s"
  }
}

/// There is no case for zero, which new objects must not begin with.
public nonisolated enum Layer: Int, PersistableEnum, Sendable {
  case front = 7
  case back = 8
}
