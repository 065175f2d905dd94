/// The shapes a node can have, for messages.
package enum NodeShape: Hashable, Sendable {
  case scalar, sequence, mapping, nothing
}
