/// Checks that no declaration is more accessible than the one that contains it.
struct AccessChecker {
  let access: AccessLevel
  let sink: DiagnosticSink

  /// Checks the properties of a type. In a mixin, only the setter can have narrower access, because a requirement cannot be less accessible
  /// than its protocol.
  func check(_ properties: [PropertyDeclaration], inMixin: Bool) {
    for property in properties {
      if let own = property.keys.access {
        if inMixin {
          sink.report(.accessOfMixinProperty, at: own.key)
        } else if !property.isFromMixin, own.level.isWider(than: access) {
          sink.report(.accessTooWide(own.level, than: access), at: own.span)
        }
      }
      let limit = property.keys.access?.level ?? access
      if let setter = property.keys.setter, setter.level.isWider(than: limit) {
        sink.report(.setterTooWide(setter.level, than: limit), at: setter.span)
      }
    }
  }
}
