/// The collections of the type syntax.
package enum CollectionName: String, Sendable, CaseIterable {
  case list = "List"
  case set = "MutableSet"
  case map = "Map"
  case linkingObjects = "LinkingObjects"
}
