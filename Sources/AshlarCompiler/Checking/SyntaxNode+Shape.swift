/// The shapes a node can have, for messages.
enum NodeShape: Hashable, Sendable {
  case scalar, list, map, nothing
}

extension SyntaxNode {
  /// The shape; nil for a node that was reported already.
  var shape: NodeShape? {
    switch self {
    case .scalar(let scalar): scalar.isAbsent ? .nothing : .scalar
    case .sequence: .list
    case .mapping: .map
    case .invalid: nil
    }
  }
}
