internal import AshlarCompiler

/// Formats one file in canonical layout.
struct LayoutPrinter {
  /// The maximum length of a line that contains a whole mapping or list that is not empty, in characters and without a comment at the end
  /// of the line.
  static let width = 120

  private let text: SourceText
  private let comments: CommentMap
  private var lines: [String] = []

  /// Returns the file's text in canonical layout.
  static func text(_ root: SyntaxNode, in text: SourceText, comments: CommentMap) -> String {
    var printer = LayoutPrinter(text: text, comments: comments)
    if case .mapping(let mapping) = root { printer.add(mapping, .file, 0) }
    if !comments.end.isEmpty { printer.lines += [""] + comments.end }
    return printer.lines.joined(separator: "\n") + "\n"
  }

  private init(text: SourceText, comments: CommentMap) {
    self.text = text
    self.comments = comments
  }

  // MARK: On several lines

  private mutating func add(_ mapping: MappingNode, _ place: LayoutPlace, _ indentation: Int) {
    // Consecutive entries that are on one line each.
    var rows: [Alignment.Row] = []
    for (number, entry) in sorted(mapping, place).enumerated() {
      let around = comments.attached[CommentMap.Place(start: entry.key.span.bytes.lowerBound, isItem: false)] ?? .init()
      let keepsBlankLines = place.keyOrder == nil
      if number > 0, place.isAiry || (keepsBlankLines && around.hasBlankLineBefore) {
        align(&rows)
        lines.append("")
      }
      let key = ScalarText.text(entry.key, in: text, isInFlow: true) + ":"
      guard var row = add(key, entry.value, place.inner(entry.key.text), around, indentation) else {
        align(&rows)
        continue
      }
      row.valueSpot = spot(of: entry)
      row.commentSpot = around.trailingSpot
      rows.append(row)
    }
    align(&rows)
  }

  private mutating func align(_ rows: inout [Alignment.Row]) {
    if rows.count > 1 {
      for (row, line) in zip(rows, Alignment.lines(rows)) { lines[row.line] = line }
    }
    rows = []
  }

  /// Returns the column of an entry's value and the number of spaces before it; nil if the value is not on the line of its key.
  private func spot(of entry: MappingNode.Entry) -> Alignment.Spot? {
    let (start, end) = (entry.value.span.bytes.lowerBound, entry.key.span.bytes.upperBound)
    let position = text.position(of: start)
    guard start > end, text.position(of: end).line == position.line else { return nil }
    let before = text.file.bytes[text.line(position.line).lowerBound..<start]
    return Alignment.Spot(column: String(decoding: before, as: UTF8.self).count, gap: start - end - 1)
  }

  private mutating func add(_ sequence: SequenceNode, _ place: LayoutPlace, _ indentation: Int) {
    for (number, item) in sequence.items.enumerated() {
      let around = comments.attached[CommentMap.Place(start: item.span.bytes.lowerBound, isItem: true)] ?? .init()
      if number > 0, around.hasBlankLineBefore { lines.append("") }
      // A case with more than its name is a mapping of one entry, which continues after the dash.
      if case .mapping(let mapping) = item, mapping.entries.count == 1, let entry = mapping.entries.first {
        let head = "- \(ScalarText.text(entry.key, in: text, isInFlow: true)):"
        let inner = comments.attached[CommentMap.Place(start: entry.key.span.bytes.lowerBound, isItem: false)] ?? .init()
        _ = add(head, entry.value, place.innerOfItem, around.around(inner), indentation, depth: 4)
      } else {
        _ = add("-", item, place, around, indentation)
      }
    }
  }

  /// Prints an entry or an item. If the printed entry or item occupies one line, has a value, and has no comments below, returns its row;
  /// otherwise nil.
  private mutating func add(
    _ head: String, _ value: SyntaxNode, _ place: LayoutPlace, _ around: CommentMap.Attached, _ indentation: Int, depth: Int = 2
  ) -> Alignment.Row? {
    var row: Alignment.Row?
    let margin = String(repeating: " ", count: indentation)
    // Only one comment fits at the end of a line.
    for line in around.leading + around.trailing.dropFirst() { lines.append(line.isEmpty ? "" : margin + line) }
    let trailing = around.trailing.first.map { " " + $0 } ?? ""
    let value = shortened(value, place)
    if let block = moved(value) {
      // If the block has a comment, that of the entry is printed above the line.
      let comment = block.comment.map { " " + $0 }
      if comment != nil, !trailing.isEmpty { lines.append(margin + trailing.dropFirst()) }
      lines.append("\(margin)\(head) \(block.header)\(comment ?? trailing)")
      lines += block.lines.map { $0.isEmpty ? "" : margin + String(repeating: " ", count: depth) + $0 }
    } else if let line = inline(value, place), isShort(value) || indentation + head.count + 1 + line.count <= Self.width {
      lines.append("\(margin)\(head)\(line.isEmpty ? "" : " ")\(line)\(trailing)")
      if !line.isEmpty, around.footer.isEmpty {
        row = Alignment.Row(line: lines.count - 1, head: margin + head, value: line, comment: String(trailing.dropFirst()))
      }
    } else {
      lines.append("\(margin)\(head)\(trailing)")
      switch value {
      case .mapping(let mapping): add(mapping, place, indentation + depth)
      case .sequence(let sequence): add(sequence, place, indentation + depth)
      case .scalar, .invalid: break
      }
    }
    for line in around.footer { lines.append(margin + line) }
    return row
  }

  private func sorted(_ mapping: MappingNode, _ place: LayoutPlace) -> [MappingNode.Entry] {
    guard let order = place.keyOrder else { return mapping.entries }
    let ranked = mapping.entries.enumerated().map { (order.firstIndex(of: $1.key.text) ?? order.count, $0, $1) }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private func moved(_ value: SyntaxNode) -> BlockText? {
    guard case .scalar(let scalar) = value, scalar.style == .block else { return nil }
    let block = BlockText(scalar, in: text)
    return block.canMove || block.comment != nil ? block : nil
  }

  private func isShort(_ value: SyntaxNode) -> Bool {
    switch value {
    case .scalar, .invalid: true
    case .mapping(let mapping): mapping.entries.isEmpty
    case .sequence(let sequence): sequence.items.isEmpty
    }
  }

  /// Simplifies a property with only a type to the type, a projected property with only a path to the path, and an enum with only a list of
  /// cases to the list.
  private func shortened(_ value: SyntaxNode, _ place: LayoutPlace) -> SyntaxNode {
    guard case .mapping(let mapping) = value, mapping.entries.count == 1, let entry = mapping.entries.first, !hasComments(value) else {
      return value
    }
    switch (place, entry.key.text, entry.value) {
    case (.property, "type", .scalar), (.projectedProperty, "path", .scalar), (.enumeration, "cases", .sequence): return entry.value
    default: return value
    }
  }

  // MARK: On one line

  /// Returns the node on one line; nil if it cannot or should not be on one line.
  private func inline(_ node: SyntaxNode, _ place: LayoutPlace, isInFlow: Bool = false) -> String? {
    switch node {
    case .invalid: return nil
    case .scalar(let scalar):
      if isInFlow, scalar.isAbsent || moved(node) != nil { return nil }
      switch place {
      case .typeName, .property: return ScalarText.type(scalar, in: text, isInFlow: isInFlow)
      default: return ScalarText.text(scalar, in: text, isInFlow: isInFlow)
      }
    case .sequence(let sequence):
      if hasComments(node) { return nil }
      let items = sequence.items.compactMap { item in
        if case .scalar = item { inline(item, .value, isInFlow: true) } else { nil }
      }
      return items.count == sequence.items.count ? "[\(items.joined(separator: ", "))]" : nil
    case .mapping(let mapping):
      if mapping.entries.isEmpty { return "{}" }
      if place.isAlwaysSpread || hasComments(node) { return nil }
      let entries = sorted(mapping, place).compactMap { entry -> String? in
        guard entry.value.isFlat(within: place == .property || place == .unique ? 1 : 0),
          let value = inline(entry.value, place.inner(entry.key.text), isInFlow: true)
        else { return nil }
        return "\(ScalarText.text(entry.key, in: text, isInFlow: true)): \(value)"
      }
      return entries.count == mapping.entries.count ? "{ \(entries.joined(separator: ", ")) }" : nil
    }
  }

  private func hasComments(_ node: SyntaxNode) -> Bool {
    switch node {
    case .scalar(let scalar): scalar.style == .block && BlockText(scalar, in: text).comment != nil
    case .invalid: false
    case .sequence(let sequence): sequence.items.contains { hasComments(at: $0.span, isItem: true) || hasComments($0) }
    case .mapping(let mapping): mapping.entries.contains { hasComments(at: $0.key.span, isItem: false) || hasComments($0.value) }
    }
  }

  private func hasComments(at span: SourceSpan, isItem: Bool) -> Bool {
    comments.attached[CommentMap.Place(start: span.bytes.lowerBound, isItem: isItem)]?.isEmpty == false
  }
}

extension SyntaxNode {
  /// Returns whether the node is a scalar, or a list or mapping of scalars nested at most `levels` deep.
  fileprivate func isFlat(within levels: Int) -> Bool {
    switch self {
    case .scalar: true
    case .invalid: false
    case .sequence(let sequence): levels > 0 && sequence.items.allSatisfy { $0.isFlat(within: levels - 1) }
    case .mapping(let mapping): levels > 0 && mapping.entries.allSatisfy { $0.value.isFlat(within: levels - 1) }
    }
  }
}
