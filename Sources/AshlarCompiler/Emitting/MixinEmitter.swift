internal import AshlarSchema

/// Emits the protocol of one mixin.
struct MixinEmitter {
  let mixin: MixinModel
  let access: AccessLevel

  func declaration() -> SwiftDeclaration {
    let inherited = mixin.mixins.isEmpty ? ["ObjectBase"] : mixin.mixins.map(SwiftIdentifier.escaped)
    return SwiftDeclaration(
      documentation: mixin.documentation, modifiers: access.words + ["nonisolated"],
      head: "protocol \(SwiftIdentifier.escaped(mixin.name)): \(inherited.joined(separator: ", "))",
      body: .members((mixin.properties.map(requirement) + mixin.ignored.map(requirement)).map { .declaration($0) }))
  }

  private func requirement(_ property: IgnoredModel) -> SwiftDeclaration {
    let surface = mixin.surfaces[property.name]
    return SwiftDeclaration(
      documentation: property.documentation, deprecation: surface?.deprecation,
      head: "var \(SwiftIdentifier.escaped(property.name)): \(IgnoredEmitter(property: property, surface: surface, enums: []).type)",
      body: .requirement(isSettable: surface?.setter == access))
  }

  private func requirement(_ property: PropertyModel) -> SwiftDeclaration {
    // Only the accessor's type and the presence of its setter are used; neither depends on the ordinal or on the kind of target.
    let accessor = PropertyAccessor(
      property, ordinal: 0, isEmbedded: false, isKey: property.isPrimaryKey, declared: mixin.surfaces[property.name]?.declaredType)
    let surface = mixin.surfaces[property.name]
    return SwiftDeclaration(
      documentation: property.documentation, deprecation: surface?.deprecation,
      head: "var \(SwiftIdentifier.escaped(property.name)): \(accessor.type)",
      body: .requirement(isSettable: accessor.setter != nil && surface?.setter == access))
  }
}
