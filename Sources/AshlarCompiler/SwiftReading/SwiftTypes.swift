internal import AshlarSchema

/// The types that the Swift files of a target declare, by path.
package struct SwiftTypes {
  package private(set) var types: [String: ScannedType] = [:]
  private(set) var aliases: [String: Name] = [:]
  /// The extensions of each type, which may add protocols and initializers.
  private(set) var extensions: [String: [ScannedType]] = [:]
  /// The paths of types by their names in schemas, including types of which only an extension is known.
  private(set) var bySchemaName: [String: String] = [:]
  /// The last components of nested paths.
  private var nested: Set<String> = []
  /// The paths of superclasses that the target declares, by the paths of their subclasses.
  private var parents: [String: String] = [:]
  /// The superclasses that the target does not declare, with aliases resolved, by the paths of their subclasses. A protocol that is listed
  /// first is treated as a superclass.
  private var roots: [String: Name] = [:]
  /// The topmost superclass that the target declares, by the path of the class; only for classes with such a superclass.
  private var outermost: [String: String] = [:]
  /// Global variables and constants, by name.
  private var globals: [String: ScannedMember] = [:]
  /// The names that YAML files use for types with a different name in Swift, by Swift name.
  private var foreign: [String: String] = [:]

  /// Aliases of the standard library, Foundation and Core Location for types that can be stored.
  private static let foundationAliases: [String: String] = [
    "BooleanLiteralType": "Bool", "CFAbsoluteTime": "Double", "CFTimeInterval": "Double", "CLLocationAccuracy": "Double",
    "CLLocationDegrees": "Double", "CLLocationDirection": "Double", "CLLocationDistance": "Double", "CLLocationSpeed": "Double",
    "CLong": "Int", "CLongLong": "Int64", "CInt": "Int32", "CShort": "Int16", "CSignedChar": "Int8", "CDouble": "Double", "CFloat": "Float",
    "Float32": "Float", "Float64": "Double", "FloatLiteralType": "Double", "IntegerLiteralType": "Int", "NSInteger": "Int",
    "StringLiteralType": "String", "TimeInterval": "Double",
  ]
  private static let modules: Set<String> = ["RealmSwift", "Ashlar", "Swift", "Foundation"]
  /// The maximum number of aliases that are followed, much more than real code needs.
  private static let depthLimit = 16

  package init(_ files: [ScannedFile], beside yaml: [FileDeclarations] = []) {
    let enums = yaml.flatMap(\.enums).compactMap { declaration in declaration.externalName.map { (declaration.name.text, $0) } }
    for (name, swiftName) in enums + yaml.flatMap(\.customTypes).map({ ($0.name.text, $0.swiftName) }) where name != swiftName {
      foreign[swiftName] = name
      bySchemaName[name] = swiftName
    }
    for file in files {
      aliases.merge(file.aliases) { first, _ in first }
      globals.merge(file.globals) { first, _ in first }
      for type in file.types {
        if type.keyword == .extensionType {
          extensions[type.swiftName, default: []].append(type)
        } else if types[type.swiftName] == nil {
          types[type.swiftName] = type
        }
        let name = type.path.joined(separator: "_")
        if bySchemaName[name] == nil { bySchemaName[name] = type.swiftName }
        if type.path.count > 1, let last = type.path.last { nested.insert(last) }
      }
    }
    for path in aliases.keys where Self.isQualified(path) { nested.insert(Self.lastName(path)) }
    findBases()
  }

  private mutating func findBases() {
    for (path, type) in types where type.keyword == .classType {
      guard let base = type.inherited.first else { continue }
      let name = resolved(base.text, in: type.path)
      if let parent = self.path(of: name, in: type.path), types[parent]?.keyword == .classType {
        parents[path] = parent
      } else {
        roots[path] = Name(text: Self.withoutModule(name), span: base.span)
      }
    }
    for path in parents.keys where outermost[path] == nil {
      var line: [String] = []
      var current = path
      // Classes that inherit from each other in a cycle have no topmost class, so one of them is recorded.
      while outermost[current] == nil, let parent = parents[current] {
        line.append(current)
        outermost[current] = current
        current = parent
      }
      let top = outermost[current] ?? current
      for path in line { outermost[path] = top }
    }
  }

  /// Returns the superclass of a class; nil if the target does not declare it.
  package func parent(of path: String) -> String? { parents[path] }

  private static func isQualified(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: ".")) }

  private static func lastName(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// Removes the prefix of a module whose types need no qualification.
  package static func withoutModule(_ name: String) -> String {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")), modules.contains(String(name[..<dot])) else { return name }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// Returns the path of the type that `name` refers to within `scope`; nil if the target does not declare it.
  func path(of name: String, in scope: [String]) -> String? {
    innermostPath(of: Self.withoutModule(name), in: scope) { types[$0] != nil }
  }

  package func alias(of name: String, in scope: [String]) -> Name? {
    innermostPath(of: name, in: scope) { aliases[$0] != nil }.flatMap { aliases[$0] }
  }

  /// Returns the declared path that includes the most enclosing names; nil if no such path is declared.
  private func innermostPath(of name: String, in scope: [String], _ isDeclared: (String) -> Bool) -> String? {
    if nested.contains(Self.lastName(name)) {
      for count in (0..<scope.count).reversed() {
        let path = scope[...count].joined(separator: ".") + "." + name
        if isDeclared(path) { return path }
      }
    }
    return isDeclared(name) ? name : nil
  }

  /// Returns the superclass and protocols that a type and its extensions declare.
  package func inherited(_ path: String) -> [Name] { (types[path]?.inherited ?? []) + (extensions[path] ?? []).flatMap(\.inherited) }

  /// Returns the unqualified names of all types and protocols that a type inherits from or conforms to, directly or through protocols and
  /// aliases of the target, but not through superclasses.
  func conformances(of path: String) -> Set<String> {
    var found: Set<String> = []
    var open = inherited(path).map { (name: $0.text, scope: types[path]?.path ?? []) }
    while let (text, scope) = open.popLast() {
      for part in text.split(separator: "&") {
        let name = part.filter { !$0.isWhitespace }
        guard found.insert(Self.withoutModule(name)).inserted else { continue }
        if let inner = self.path(of: name, in: scope) {
          if types[inner]?.keyword != .classType { open += inherited(inner).map { ($0.text, types[inner]?.path ?? []) } }
        } else if let alias = alias(of: name, in: scope) {
          open.append((alias.text, scope))
        }
      }
    }
    return found
  }

  /// Returns a type's declaration, followed by its extensions.
  package func parts(_ path: String) -> [ScannedType] { (types[path].map { [$0] } ?? []) + (extensions[path] ?? []) }

  /// Returns a static property or method of a type; nil if there is none.
  func member(_ name: String, of path: String) -> ScannedMember? { parts(path).lazy.compactMap { $0.statics[name] }.first }

  /// Returns the name of an enum's raw type as its declaration spells it, or of the first protocol if the enum has no raw type; nil if it
  /// has neither, and for types other than enums.
  func rawTypeName(of path: String) -> Name? {
    guard let type = types[path], type.keyword == .enumType else { return nil }
    return aliases[path + ".RawValue"] ?? type.inherited.first
  }

  /// Returns a global variable or constant; nil if there is none.
  func global(_ name: String) -> ScannedMember? { globals[name] }

  /// Returns the classes from the topmost superclass that the target declares down to the class at the path, and the name of the topmost
  /// class's superclass, if it has one. There are no classes if the path is not that of a class.
  package func chain(_ path: String) -> (classes: [ScannedType], base: Name?) {
    guard let type = types[path], type.keyword == .classType else { return ([], nil) }
    guard parents[path] != nil else { return ([type], roots[path]) }
    var classes: [ScannedType] = []
    var seen: Set<String> = []
    var last = path
    var next: String? = path
    while let current = next, let type = types[current], seen.insert(current).inserted {
      classes.append(type)
      (last, next) = (current, parents[current])
    }
    return (classes.reversed(), roots[last] ?? classes.last?.inherited.first)
  }

  /// Returns the name of a class's nearest superclass that the target does not declare; nil if there is none. A protocol that is listed
  /// first is treated as a superclass.
  func base(of path: String) -> Name? { roots[outermost[path] ?? path] }

  /// Returns whether the class at a path derives from `Object`, `EmbeddedObject` or `AsymmetricObject`.
  package func isModel(_ path: String) -> Bool {
    guard types[path]?.keyword == .classType, let base = base(of: path) else { return false }
    return ModelReader.kinds[base.text] != nil
  }

  private func resolved(_ name: String, in scope: [String]) -> String {
    var name = name
    for _ in 0..<Self.depthLimit {
      guard path(of: name, in: scope) == nil, let alias = alias(of: name, in: scope) else { break }
      name = alias.text
    }
    return name
  }

  /// Returns a type in the syntax of schemas: types of the target become their paths joined by underscores, and aliases are resolved.
  func schemaText(_ text: String, in scope: [String]) -> String {
    // An alias may refer to itself, even several times.
    var left = Self.depthLimit
    return schemaText(text, in: scope, &left)
  }

  private func schemaText(_ text: String, in scope: [String], _ left: inout Int) -> String {
    var result = ""
    var rest = text.utf8[...]
    while let first = rest.first {
      guard Self.isInName(first), !Self.isDigit(first), first != UInt8(ascii: ".") else {
        if !Self.isSpace(first) {
          result.unicodeScalars.append(Unicode.Scalar(first))
        } else if result.utf8.last == UInt8(ascii: ",") {
          result.append(" ")
        }
        rest.removeFirst()
        continue
      }
      let word = rest.prefix(while: Self.isInName)
      rest = rest[word.endIndex...]
      let name = String(Substring(word))
      result += schemaName(word.contains(UInt8(ascii: "`")) ? name.filter { $0 != "`" } : name, in: scope, &left)
    }
    if result.hasPrefix("Optional<"), result.hasSuffix(">") { return result.dropFirst("Optional<".count).dropLast() + "?" }
    return result
  }

  /// Returns whether a byte can be part of a qualified name.
  private static func isInName(_ byte: UInt8) -> Bool {
    SwiftLexer.isWord(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "`")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }

  private func schemaName(_ name: String, in scope: [String], _ left: inout Int) -> String {
    if let path = path(of: name, in: scope) { return Self.isQualified(path) ? path.split(separator: ".").joined(separator: "_") : path }
    if left > 0, let alias = alias(of: name, in: scope) {
      left -= 1
      return schemaText(alias.text, in: scope, &left)
    }
    let plain = Self.withoutModule(name)
    return foreign[name] ?? Self.foundationAliases[plain] ?? plain
  }
}
