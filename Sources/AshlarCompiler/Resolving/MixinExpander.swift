internal import AshlarSchema

/// Adds the properties of mixins to the types that include them, so that later stages need no knowledge of mixins.
///
/// The properties of mixins precede the type's own, in the order in which the mixins are listed. A mixin that is included twice is expanded
/// once. A type may repeat a property to add or change keys; the property retains its position.
struct MixinExpander {
  private let mixins: [String: MixinDeclaration]
  private let otherNames: [String: Name]
  private let refusedNames: Set<String>
  private let isIncomplete: Bool
  private let sink: DiagnosticSink
  /// The cached results of `closure(of:)` for single mixins.
  private let closures = Closures()

  private final class Closures {
    var byName: [String: [MixinDeclaration]] = [:]
  }

  /// The depth limit, the same as for mappings and lists.
  private static let depthLimit = SyntaxParser.depthLimit

  init(_ declarations: SchemaDeclarations, sink: DiagnosticSink) {
    let files = declarations.files
    // These are loops because a single expression of closures and `+` takes 15 seconds to type-check.
    var mixins: [String: MixinDeclaration] = [:]
    var otherNames: [String: Name] = [:]
    for file in files {
      for mixin in file.mixins where mixins[mixin.name.text] == nil { mixins[mixin.name.text] = mixin }
      let names: [[Name]] = [file.types.map(\.name), file.enums.map(\.name), file.customTypes.map(\.name), file.projections.map(\.name)]
      for name in names.joined() where otherNames[name.text] == nil { otherNames[name.text] = name }
    }
    (self.mixins, self.otherNames) = (mixins, otherNames)
    refusedNames = Set(files.flatMap(\.refusedNames).map(\.text))
    isIncomplete = files.contains { $0.isBroken }
    self.sink = sink
  }

  /// Returns the declarations, with the properties of mixins added to the types. If mixins are nested too deeply, reports the error and
  /// returns the declarations unchanged. Complexity: O(types × properties).
  func expand(_ declarations: SchemaDeclarations) -> SchemaDeclarations {
    guard checkShape() else { return declarations }
    var result = declarations
    for file in result.files.indices {
      for mixin in result.files[file].mixins { _ = members(named: mixin.mixins, and: mixin) }
      for type in result.files[file].types.indices { expand(&result.files[file].types[type]) }
    }
    return result
  }

  private func expand(_ type: inout TypeDeclaration) {
    let inherited = members(named: type.mixins, and: nil)
    guard !inherited.isEmpty || !type.mixins.isEmpty else { return }
    var own = type.properties
    var all: [PropertyDeclaration] = []
    for property in inherited {
      if let index = own.firstIndex(where: { $0.name.text == property.name.text }) {
        all.append(merge(own.remove(at: index), into: property))
      } else if !type.refusedProperties.contains(property.name.text) {
        all.append(
          PropertyDeclaration(
            name: property.name, type: property.type, isFromMixin: true, hasSwiftType: property.hasSwiftType, keys: property.keys))
      }
    }
    type.properties = all + own
    for mixin in closure(of: type.mixins) { type.refusedProperties.formUnion(mixin.refusedProperties) }
  }

  /// Returns the properties of the mixins in the order listed. Two properties with the same name are reported at the list that combines
  /// them. The properties of `last`, a mixin that includes the listed ones, are checked but not returned.
  private func members(named names: [Name], and last: MixinDeclaration?) -> [PropertyDeclaration] {
    var result: [PropertyDeclaration] = []
    var owners: [String: MixinDeclaration] = [:]
    var reached: Set<String> = []
    for name in names {
      for mixin in closure(of: [name]) where reached.insert(mixin.name.text).inserted {
        for property in mixin.properties {
          guard let owner = owners[property.name.text] else {
            owners[property.name.text] = mixin
            result.append(property)
            continue
          }
          guard !isReportedInside(names, owner, mixin) else { continue }
          let first = owner.properties.first { $0.name.text == property.name.text }?.name.span ?? owner.name.span
          sink.report(
            .mixinPropertyTaken(property.name.text, first: owner.name.text, second: mixin.name.text), at: name.span,
            notes: [(.takenHere(property.name.text), first), (.takenHere(property.name.text), property.name.span)])
        }
      }
    }
    for property in last?.properties ?? [] {
      guard let last, let owner = owners[property.name.text], owner.name.text != last.name.text else { continue }
      let first = owner.properties.first { $0.name.text == property.name.text }?.name.span ?? owner.name.span
      sink.report(
        .mixinPropertyTaken(property.name.text, first: owner.name.text, second: last.name.text), at: property.name.span,
        notes: [(.takenHere(property.name.text), first)])
    }
    return result
  }

  /// Returns whether one of the listed mixins, together with those that it includes, contains both `first` and `second`; if so, the error
  /// is reported at that mixin.
  private func isReportedInside(_ names: [Name], _ first: MixinDeclaration, _ second: MixinDeclaration) -> Bool {
    names.contains { name in
      let inside = Set(closure(of: [name]).map(\.name.text))
      return inside.contains(first.name.text) && inside.contains(second.name.text)
    }
  }

  /// Returns the listed mixins and those that they include, each before the mixins that include it.
  private func closure(of names: [Name]) -> [MixinDeclaration] {
    let only = names.count == 1 ? names[0].text : nil
    if let known = only.flatMap({ closures.byName[$0] }) { return known }
    var result: [MixinDeclaration] = []
    var reached: Set<String> = []
    // The search is not recursive, because the path through cycles can be long.
    var stack: [(mixin: MixinDeclaration?, names: [Name], next: Int)] = [(nil, names, 0)]
    while let top = stack.indices.last {
      if stack[top].next == stack[top].names.count {
        if let mixin = stack.removeLast().mixin { result.append(mixin) }
        continue
      }
      let name = stack[top].names[stack[top].next]
      stack[top].next += 1
      if let mixin = find(name), reached.insert(mixin.name.text).inserted { stack.append((mixin, mixin.mixins, 0)) }
    }
    if let only, !result.isEmpty { closures.byName[only] = result }
    return result
  }

  private func find(_ name: Name) -> MixinDeclaration? {
    if let mixin = mixins[name.text] { return mixin }
    if let other = otherNames[name.text] {
      sink.report(.notAMixin(name.text), at: name.span, notes: [(.declaredHere(name.text), other.span)])
    } else if !isIncomplete, !refusedNames.contains(name.text) {
      sink.report(.unknownMixin(name.text, suggestion: Spelling.nearest(to: name.text, in: mixins.keys.sorted())), at: name.span)
    }
    return nil
  }

  /// Reports each cycle once, at the name that closes it, and mixins that are nested too deeply for recursive code. Returns false in the
  /// latter case, in which no mixin can be expanded.
  private func checkShape() -> Bool {
    var depths: [String: Int] = [:]
    var path: [String] = []
    /// Returns false if the mixin is nested too deeply.
    func visit(_ mixin: MixinDeclaration) -> Bool {
      path.append(mixin.name.text)
      var depth = 1
      for name in mixin.mixins {
        if let start = path.firstIndex(of: name.text) {
          sink.report(.mixinCycle(path[start...] + [name.text]), at: name.span)
        } else if let next = mixins[name.text] {
          if depths[name.text] == nil, path.count < Self.depthLimit, !visit(next) { return false }
          depth = max(depth, (depths[name.text] ?? Self.depthLimit) + 1)
          guard depth <= Self.depthLimit else {
            sink.report(.tooDeep(limit: Self.depthLimit), at: name.span)
            return false
          }
        }
      }
      path.removeLast()
      depths[mixin.name.text] = depth
      return true
    }
    for mixin in mixins.values.sorted(by: { $0.name.span < $1.name.span }) where depths[mixin.name.text] == nil {
      if !visit(mixin) { return false }
    }
    return true
  }

  /// Returns the mixin's property with the keys that the type adds or changes. If the property's type differs, reports the error and
  /// returns the mixin's property unchanged.
  private func merge(_ own: PropertyDeclaration, into base: PropertyDeclaration) -> PropertyDeclaration {
    guard own.type.text == base.type.text else {
      sink.report(
        .mixinPropertyType(own.name.text, expected: base.type.text), at: own.type.span,
        notes: [(.declaredHere(own.name.text), base.name.span)])
      return base
    }
    for case let place? in [own.keys.access?.key, own.keys.setter?.key] {
      sink.report(.accessOfMixinProperty, at: place, notes: [(.declaredHere(own.name.text), base.name.span)])
    }
    return PropertyDeclaration(
      name: own.name, type: own.type, hasSwiftType: own.hasSwiftType, keys: own.keys.adding(keysOf: base.keys))
  }
}

extension PropertyKeys {
  /// Returns these keys, with the keys that are not written replaced by those of the mixin's property.
  fileprivate func adding(keysOf base: PropertyKeys) -> PropertyKeys {
    var result = self
    result.written += base.written.filter { !written.contains($0) }
    if !written.contains("primaryKey") { result.primaryKey = base.primaryKey }
    if !written.contains("indexed") { (result.indexed, result.notIndexed) = (base.indexed, base.notIndexed) }
    if !written.contains("column") { result.column = base.column }
    if !written.contains("was") { result.was = base.was }
    if !written.contains("backfill") { result.backfill = base.backfill }
    if !written.contains("origin") { result.origin = base.origin }
    if !written.contains("default") {
      (result.defaultKey, result.defaultValue) = (base.defaultKey, base.defaultValue)
      (result.swiftDefaultKey, result.swiftDefault) = (base.swiftDefaultKey, base.swiftDefault)
      result.newDefault = base.newDefault
    }
    if !written.contains("ignored") { result.ignored = base.ignored }
    if !written.contains("willSet") { result.willSet = base.willSet }
    if !written.contains("didSet") { result.didSet = base.didSet }
    if !written.contains("json") {
      result.json = base.json
      result.json?.isFromMixin = true
    }
    for (key, rule) in base.rules where !written.contains(key.rawValue) { result.rules[key] = rule }
    // A repeated property has the access that the mixin specifies; `merge` reports the keys `access` and `setter`.
    (result.access, result.setter) = (base.access, base.setter)
    if !written.contains("deprecated") { result.deprecation = base.deprecation }
    if !written.contains("doc") { result.documentation = base.documentation }
    return result
  }
}
