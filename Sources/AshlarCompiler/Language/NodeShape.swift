/// The shapes a node can have, for messages.
enum NodeShape: Hashable, Sendable {
  case scalar, sequence, mapping, nothing
}
