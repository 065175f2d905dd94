/// The kind of collection that a property contains. Raw values are part of the descriptor format.
public enum CollectionKind: UInt8, Hashable, Sendable, CaseIterable {
  case none = 0
  case list = 1
  case set = 2
  /// Values by string key.
  case map = 3
  /// The source objects of links; not stored.
  case linkingObjects = 4
}
