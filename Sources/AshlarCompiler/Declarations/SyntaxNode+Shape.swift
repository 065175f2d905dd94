extension SyntaxNode {
  /// The shape; nil for a node that has already been reported.
  var shape: NodeShape? {
    switch self {
    case .scalar(let scalar): scalar.isAbsent ? .nothing : .scalar
    case .sequence: .sequence
    case .mapping: .mapping
    case .invalid: nil
    }
  }
}
