/// Finds the declarations of one file, and skips the code in bodies of functions and in other braces.
package struct DeclarationReader {
  private let source: SwiftSource
  private var result: ScannedFile
  private var conditions = 0

  /// The maximum depth of nested types, much more than real code needs.
  private static let depthLimit = 64

  /// Reads the declarations of a file. Complexity: O(n).
  package static func read(_ source: SwiftSource) -> ScannedFile {
    var reader = DeclarationReader(source: source)
    var nothing: ScannedType?
    reader.readMembers(0..<source.tokens.count, of: &nothing, depth: 0)
    return reader.result
  }

  private init(source: SwiftSource) {
    self.source = source
    result = ScannedFile(file: source.file)
  }

  private mutating func readMembers(_ range: Range<Int>, of owner: inout ScannedType?, depth: Int) {
    var index = range.lowerBound
    let outer = conditions
    while index < range.upperBound {
      switch source.tokens[index].kind {
      case .beginCondition: conditions += 1
      case .endCondition: conditions = max(outer, conditions - 1)
      case .sourceLocation: result.sourceLocation = result.sourceLocation ?? source.span(index..<index + 1)
      case .word, .mark:
        let next = readMember(index, range.upperBound, &owner, depth)
        index = max(next, source.brackets.end(of: index) + 1)
        continue
      default: break
      }
      index += 1
    }
    conditions = outer
  }

  /// Reads the declaration at an index, if there is one. Returns the index at which reading continues.
  private mutating func readMember(_ index: Int, _ limit: Int, _ owner: inout ScannedType?, _ depth: Int) -> Int {
    let modifiers = SwiftModifiers(source, at: index, limit: limit)
    let keyword = modifiers.end
    guard keyword < limit, source.isWord(keyword) else { return max(index, min(keyword, limit)) }
    switch source.word(keyword) {
    case "class", "struct", "enum", "extension", "actor", "protocol": return readType(index, keyword, limit, modifiers, owner, depth)
    case "var", "let": return readProperty(index, keyword, limit, modifiers, &owner)
    case "func", "init", "subscript", "deinit": return readFunction(index, keyword, limit, modifiers, &owner)
    case "case": return owner?.keyword == .enumType ? readCases(index, keyword, limit, &owner) : keyword + 1
    case "typealias": return readAlias(keyword, limit, owner)
    case "import": return owner == nil ? readImport(keyword, limit) : keyword + 1
    default: return keyword + 1
    }
  }

  // MARK: - Types

  private mutating func readType(
    _ start: Int, _ keyword: Int, _ limit: Int, _ modifiers: SwiftModifiers, _ owner: ScannedType?, _ depth: Int
  ) -> Int {
    guard source.isWord(keyword + 1) else { return keyword + 1 }
    var index = keyword + 2
    while source.isMark(index, "."), source.isWord(index + 1) { index += 2 }
    let name = source.name(keyword + 1..<index)
    let parts = stride(from: keyword + 1, to: index, by: 2).map { source.word($0) }
    let isExtension = source.isWord(keyword, "extension")
    var type = ScannedType(
      keyword: isExtension
        ? .extensionType : source.isWord(keyword, "class") ? .classType : source.isWord(keyword, "enum") ? .enumType : .other,
      path: (owner?.path ?? []) + parts, name: name)
    type.access = modifiers.access ?? (owner?.keyword == .extensionType ? owner?.access ?? .internal : .internal)
    // An outer extension does not limit the access: the access of the type that it extends is unknown here.
    if let outer = owner, outer.keyword != .extensionType, type.access.isWider(than: outer.access) { type.access = outer.access }
    type.isConditional = conditions > 0 || owner?.isConditional == true
    (type.isOpen, type.attributes) = (modifiers.words.contains("open"), modifiers.attributes)
    if modifiers.isPrivate || owner?.obstacle == .isPrivate { type.obstacle = .isPrivate }
    if !isExtension, source.isMark(index, "<") || owner?.obstacle == .isGeneric { type.obstacle = .isGeneric }
    index = afterAngles(index, limit)
    if source.isMark(index, ":") { index = readInherited(index + 1, limit, &type) }
    while index < limit, !source.isMark(index, "{") {
      // Without a body, this is an incomplete declaration, or not a declaration.
      if source.tokens[index].startsLine, source.isMark(index, "}") { return index }
      index = source.brackets.end(of: index) + 1
    }
    guard index < limit else { return limit }
    let end = min(source.brackets.end(of: index), limit)
    type.extent = extent(start, keyword, end + 1)
    type.body =
      Int(source.tokens[index].end)..<max(Int(source.tokens[index].end), Int(source.tokens[min(end, source.tokens.count - 1)].start))
    let place = result.types.count
    result.types.append(type)
    var filled: ScannedType? = type
    if depth < Self.depthLimit { readMembers(index + 1..<max(index + 1, end), of: &filled, depth: depth + 1) }
    if let filled { result.types[place] = filled }
    return end + 1
  }

  private func readInherited(_ start: Int, _ limit: Int, _ type: inout ScannedType) -> Int {
    var index = start
    while index < limit, !source.isMark(index, "{"), !source.isWord(index, "where") {
      if source.isMark(index, "@"), source.isWord(index + 1) {
        index += 2
      } else if source.isWord(index) {
        let first = index
        index += 1
        while source.isMark(index, "."), source.isWord(index + 1) { index += 2 }
        let name = source.name(first..<index)
        if !["nonisolated", "unchecked"].contains(name.text) { type.inherited.append(name) }
        index = afterAngles(index, limit)
      } else {
        index = source.brackets.end(of: index) + 1
      }
    }
    return index
  }

  /// Returns the index after `<…>`, or the same index if there is no `<`. If the `<` is not closed, returns the index of the next `{`, or
  /// `limit`.
  private func afterAngles(_ start: Int, _ limit: Int) -> Int {
    guard source.isMark(start, "<") else { return start }
    var index = start
    var depth = 0
    while index < limit {
      if source.isMark(index, "<") {
        depth += 1
      } else if source.isMark(index, ">"), !source.isMark(index - 1, "-") {
        depth -= 1
        if depth == 0 { return index + 1 }
      } else if source.isMark(index, "{") {
        return index
      }
      index = source.brackets.end(of: index) + 1
    }
    return limit
  }

  // MARK: - Members

  private mutating func readProperty(
    _ start: Int, _ keyword: Int, _ limit: Int, _ modifiers: SwiftModifiers, _ owner: inout ScannedType?
  ) -> Int {
    guard source.isWord(keyword + 1) else { return keyword + 1 }
    var declared: [ScannedProperty] = []
    var index = keyword
    repeat {
      // Swift allows a wrapper only on a declaration of a single property; here, the wrapper is assigned to the first one.
      var property = ScannedProperty(
        name: source.name(index + 1), wrapper: declared.isEmpty ? modifiers.wrapper : nil, isConditional: conditions > 0)
      index += 2
      if source.isMark(index, ":") {
        let end = typeEnd(index + 1, limit)
        if end > index + 1 { property.type = source.name(index + 1..<end) }
        index = end
      }
      if source.isMark(index, "=") {
        let end = valueEnd(index + 1, limit)
        if end > index + 1 { property.value = value(index + 1..<end) }
        if let name = property.wrapper?.namePosition { property.wrapper?.position = name }
        index = end
      }
      property.value = property.value ?? property.wrapper?.wrappedValue
      property.isLazy = modifiers.words.contains("lazy")
      property.isStored = !property.isLazy
      if source.isMark(index, "{") {
        if property.name.text == "schemaRules", modifiers.words.contains("class") || modifiers.words.contains("static") {
          owner?.methods[property.name.text] = body(index, limit, extent: extent(start, keyword, source.brackets.end(of: index) + 1))
        }
        property.observers = observers(index)
        property.isStored = property.isStored && !property.observers.isEmpty
        index = source.brackets.end(of: index) + 1
      }
      property.extent = extent(start, keyword, index)
      (property.attributes, property.modifiers) = (modifiers.attributes, modifiers.written)
      (property.isPrivate, property.hasPrivateSetter) = (modifiers.isPrivate, modifiers.hasPrivateSetter)
      declared.append(property)
    } while index + 1 < limit && source.isMark(index, ",") && source.isWord(index + 1)
    add(declared, isStatic: modifiers.words.contains("static") || modifiers.words.contains("class"), to: &owner)
    return min(index, limit)
  }

  /// Adds the properties of one `var` or `let`.
  private mutating func add(_ declared: [ScannedProperty], isStatic: Bool, to owner: inout ScannedType?) {
    guard !isStatic else {
      for property in declared {
        owner?.statics[property.name.text] = ScannedMember(type: property.type, value: property.value)
        if property.name.text == "allCases" { owner?.declaresAllCases = true }
      }
      return
    }
    guard owner != nil else {
      for property in declared { result.globals[property.name.text] = ScannedMember(type: property.type, value: property.value) }
      return
    }
    var declared = declared
    // In `var a, b: Int`, all properties have the last one's type.
    for index in declared.indices.dropLast().reversed() where declared[index].type == nil && declared[index].value == nil {
      declared[index].type = declared[index + 1].type
    }
    if declared.count > 1 { for index in declared.indices { declared[index].isInList = true } }
    owner?.properties += declared
  }

  /// Returns the property observers between braces; empty if the braces contain a getter.
  private func observers(_ open: Int) -> [ScannedObserver] {
    let end = source.brackets.end(of: open)
    var result: [ScannedObserver] = []
    var index = open + 1
    while index < end, source.isWord(index, "didSet") || source.isWord(index, "willSet") {
      var observer = ScannedObserver(name: source.word(index), body: 0..<0)
      index += 1
      if source.isMark(index, "("), source.isWord(index + 1) {
        observer.parameter = source.word(index + 1)
        index = source.brackets.end(of: index) + 1
      }
      guard index < end, source.isMark(index, "{") else { break }
      let close = source.brackets.end(of: index)
      observer.body = Int(source.tokens[index].end)..<max(Int(source.tokens[index].end), Int(source.tokens[close].start))
      result.append(observer)
      index = close + 1
    }
    return result
  }

  /// Returns the extent from the token `start` up to, but excluding, the token `end`.
  private func extent(_ start: Int, _ keyword: Int, _ end: Int) -> ScannedExtent {
    let first = Int(source.tokens[start].start)
    let last = max(start, min(end, source.tokens.count) - 1)
    return ScannedExtent(
      gap: (start > 0 ? Int(source.tokens[start - 1].end) : source.text.start)..<first, whole: first..<Int(source.tokens[last].end),
      keyword: source.tokens[keyword].range)
  }

  private func value(_ range: Range<Int>) -> ScannedValue {
    ScannedValue(text: source.name(range), tokens: Array(source.tokens[range]))
  }

  /// Returns the index after the type that begins at `start`.
  private func typeEnd(_ start: Int, _ limit: Int) -> Int {
    var index = start
    var angles = 0
    while index < limit {
      let token = source.tokens[index]
      if token.kind == .mark {
        switch Unicode.Scalar(token.byte) {
        case "<": angles += 1
        case ">" where angles > 0 && !source.isMark(index - 1, "-"): angles -= 1
        case "=", "{", ";", "}", ")": return index
        case ",": if angles == 0 { return index }
        default: break
        }
      } else if token.kind != .word {
        return index
      }
      if index > start, token.startsLine, angles == 0, token.kind == .word || source.isMark(index, "@") { return index }
      index = source.brackets.end(of: index) + 1
    }
    return limit
  }

  /// Returns the index after the expression that begins at `start`: for example, the index of a comma, of property observers, or of the
  /// next line if the expression cannot continue there.
  private func valueEnd(_ start: Int, _ limit: Int) -> Int {
    var index = start
    while index < limit {
      let token = source.tokens[index]
      if source.isMark(index, ",") || source.isMark(index, ";") || source.isMark(index, "}") || source.isMark(index, ")") { return index }
      switch token.kind {
      case .beginCondition, .elseCondition, .endCondition: return index
      default: break
      }
      if index > start, token.startsLine, !joins(index), !joins(index - 1) || source.isMark(index - 1, "!") || source.isMark(index - 1, "?")
      {
        return index
      }
      if index > start, source.isMark(index, "{"), source.isWord(index + 1, "didSet") || source.isWord(index + 1, "willSet") {
        return index
      }
      if index > start, source.isMark(index, "<"), source.areAdjacent(index - 1, index), let end = argumentsEnd(index, limit) {
        index = end
        continue
      }
      index = source.brackets.end(of: index) + 1
    }
    return limit
  }

  /// Returns the index after generic arguments, whose commas do not end a value; nil if `<` is a comparison.
  private func argumentsEnd(_ start: Int, _ limit: Int) -> Int? {
    guard start > 0, source.isWord(start - 1) else { return nil }
    var depth = 0
    for index in start..<limit {
      let token = source.tokens[index]
      guard token.kind == .word || token.kind == .mark && "<>,.?:[]()&".utf8.contains(token.byte) else { return nil }
      if source.isMark(index, "<") { depth += 1 }
      if source.isMark(index, ">") {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
      if index - start > Self.argumentLimit { return nil }
    }
    return nil
  }

  /// The maximum number of tokens in generic arguments, much more than real code needs.
  private static let argumentLimit = 256

  /// Returns whether the token is a mark before or after which an expression continues across a line break.
  private func joins(_ index: Int) -> Bool {
    let token = source.tokens[index]
    return token.kind == .mark && !"@{}()[]#;".utf8.contains(token.byte)
  }

  private mutating func readFunction(
    _ start: Int, _ keyword: Int, _ limit: Int, _ modifiers: SwiftModifiers, _ owner: inout ScannedType?
  ) -> Int {
    let isInitializer = source.isWord(keyword, "init")
    var index = keyword + 1
    let name = !isInitializer && source.isWord(index) ? source.word(index) : ""
    let isStatic = !name.isEmpty && (modifiers.words.contains("static") || modifiers.words.contains("class"))
    if isInitializer, source.isMark(index, "?") || source.isMark(index, "!") { index += 1 }
    while index < limit, !source.isMark(index, "("), !source.isMark(index, "{"), !source.isMark(index, "}") { index += 1 }
    if isInitializer, source.isMark(index, "("), owner != nil {
      owner?.initializers.append(initializer(keyword, index, modifiers))
    }
    let parameters = index
    if source.isMark(index, "(") { index = source.brackets.end(of: index) + 1 }
    if isStatic {
      let type = returned(index, limit)
      // If overloads have different types, only the Swift compiler can choose one of them.
      let isOverload = owner?.statics[name].map { $0.type?.text != type?.text } ?? false
      owner?.statics[name] = ScannedMember(type: isOverload ? nil : type)
    }
    while index < limit, !source.isMark(index, "{") {
      if source.isMark(index, "}") || source.isMark(index, ";") { return index }
      let token = source.tokens[index]
      if token.kind == .beginCondition || token.kind == .elseCondition || token.kind == .endCondition { return index }
      if token.startsLine, source.isMark(index, "@") || token.kind == .word && Self.begins(source.word(index)) { return index }
      index = source.brackets.end(of: index) + 1
    }
    guard index < limit else { return limit }
    let end = min(source.brackets.end(of: index), limit - 1)
    let extent = extent(start, keyword, end + 1)
    if isInitializer, let last = owner?.initializers.indices.last, owner?.keyword == .classType {
      owner?.initializers[last].body = Array(source.tokens[index + 1..<max(index + 1, end)])
    }
    if !isInitializer, owner?.keyword == .classType {
      let named = source.isWord(keyword, "func") && !name.isEmpty ? keyword + 1 : keyword
      owner?.functions.append(
        ScannedFunction(name: source.name(named), isOverride: modifiers.words.contains("override"), extent: extent))
    }
    if Self.telling.contains(name), tells(name, parameters), owner != nil { owner?.methods[name] = body(index, limit, extent: extent) }
    return end + 1
  }

  /// Returns the body between the braces that begin at `open`; nil if they are not closed.
  private func body(_ open: Int, _ limit: Int, extent: ScannedExtent) -> ScannedBody? {
    let end = min(source.brackets.end(of: open), limit - 1)
    guard end > open else { return nil }
    let span = source.span(open..<end + 1)
    return ScannedBody(
      span: span, bytes: Array(source.text.file.bytes[span.bytes]), tokens: Array(source.tokens[open + 1..<end]), extent: extent,
      isConditional: conditions > 0)
  }

  private static let telling: Set<String> = [
    "propertiesMapping", "_realmObjectName", "className", "encode", "primaryKey", "indexedProperties", "ignoredProperties",
    "shouldIncludeInDefaultSchema",
  ]

  /// Returns whether a parameter list is that of the method in `telling` with this name, and not that of an overload.
  private func tells(_ name: String, _ parameters: Int) -> Bool {
    guard source.isMark(parameters, "(") else { return false }
    return name == "encode" ? source.isWord(parameters + 1, "to") : source.isMark(parameters + 1, ")")
  }

  /// Returns the type after the arrow, which `throws` and other effects may precede; nil if there is no arrow.
  private func returned(_ start: Int, _ limit: Int) -> Name? {
    var index = start
    while index < limit, source.isWord(index) || source.isMark(index, "(") {
      if source.isMark(index, "(") || source.tokens[index].startsLine { index = source.brackets.end(of: index) }
      index += 1
    }
    guard source.isMark(index, "-"), source.isMark(index + 1, ">") else { return nil }
    let end = typeEnd(index + 2, limit)
    return end > index + 2 ? source.name(index + 2..<end) : nil
  }

  private static func begins(_ word: String) -> Bool {
    switch word {
    case "func", "var", "let", "init", "subscript", "deinit", "case", "class", "struct", "enum", "extension", "typealias", "static",
      "public", "private", "fileprivate", "internal", "open", "override", "final", "mutating", "associatedtype", "import":
      true
    default: false
    }
  }

  private func initializer(_ keyword: Int, _ parenthesis: Int, _ modifiers: SwiftModifiers) -> ScannedInitializer {
    let end = source.brackets.end(of: parenthesis)
    var index = parenthesis + 1
    let label = index < end && source.isWord(index) ? source.word(index) : ""
    while index < end, !source.isMark(index, ":") { index += 1 }
    let stop = typeEnd(min(index + 1, end), end)
    return ScannedInitializer(
      span: source.span(keyword..<keyword + 1), isConvenience: modifiers.words.contains("convenience"),
      isOverride: modifiers.words.contains("override"), isRequired: modifiers.words.contains("required"),
      hasParameters: end > parenthesis + 1, label: label,
      type: index + 1 < stop ? source.name(index + 1..<stop) : nil)
  }

  private func readCases(_ start: Int, _ keyword: Int, _ limit: Int, _ owner: inout ScannedType?) -> Int {
    var index = keyword + 1
    let first = owner?.cases.count ?? 0
    while index < limit, source.isWord(index) {
      var element = ScannedCase(name: source.name(index), isConditional: conditions > 0)
      index += 1
      if source.isMark(index, "(") {
        element.hasPayload = true
        index = source.brackets.end(of: index) + 1
      }
      if source.isMark(index, "=") {
        let end = valueEnd(index + 1, limit)
        if end > index + 1 { element.rawValue = value(index + 1..<end) }
        index = end
      }
      owner?.cases.append(element)
      guard source.isMark(index, ",") else { break }
      index += 1
    }
    index = min(index, limit)
    for place in first..<max(first, owner?.cases.count ?? 0) { owner?.cases[place].extent = extent(start, keyword, index) }
    return index
  }

  private mutating func readImport(_ keyword: Int, _ limit: Int) -> Int {
    // `import struct Module.Type` is also allowed.
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    let index = keyword + 1 < limit && source.isWord(keyword + 1) && kinds.contains(source.word(keyword + 1)) ? keyword + 2 : keyword + 1
    guard index < limit, source.isWord(index) else { return min(index, limit) }
    result.imports.append((source.word(index), conditions > 0))
    return index + 1
  }

  private mutating func readAlias(_ keyword: Int, _ limit: Int, _ owner: ScannedType?) -> Int {
    guard source.isWord(keyword + 1), source.isMark(keyword + 2, "=") else { return keyword + 1 }
    let end = typeEnd(keyword + 3, limit)
    guard end > keyword + 3 else { return keyword + 3 }
    result.aliases[((owner?.path ?? []) + [source.word(keyword + 1)]).joined(separator: ".")] = source.name(keyword + 3..<end)
    return end
  }
}
