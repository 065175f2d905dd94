// Written by hand: the enums that the schema calls external.

public import Ashlar

extension Drawing {
  /// Declared in Swift: the schema knows the raw type only.
  public nonisolated enum Shape: String, PersistableEnum, Sendable {
    case round = "r"
    case square = "s"
  }

  /// Declared in Swift; the schema lists the cases, in another order.
  public nonisolated enum Corner: Int8, PersistableEnum, Sendable {
    case round = 5
    case sharp = 3
    @available(*, deprecated, message: "Nobody draws these.") case bevelled = 4

    public static let allCases: [Corner] = [5, 3, 4].compactMap { Corner(rawValue: $0) }
  }
}

/// There is no case for zero, which new objects must not begin with.
public nonisolated enum Layer: Int, PersistableEnum, Sendable {
  case front = 7
  case back = 8
}
