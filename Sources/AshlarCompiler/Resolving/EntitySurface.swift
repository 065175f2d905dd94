/// What of a type only its Swift class shows: nothing of it is in the descriptor.
struct EntitySurface: Sendable {
  /// The protocols of its mixins, in the order written.
  var mixins: [String]

  init(_ type: TypeDeclaration) {
    var seen: Set<String> = []
    mixins = type.mixins.map(\.text).filter { seen.insert($0).inserted }
  }
}
