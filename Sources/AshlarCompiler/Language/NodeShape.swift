/// The shapes of a node, for messages.
package enum NodeShape: Hashable, Sendable {
  case scalar, sequence, mapping, nothing
}
