internal import AshlarCompiler

/// The comments and blank lines of a file, each attached to an entry or list item, except those at the end of the file, which are in `end`.
struct CommentMap {
  /// The comments and blank lines around one entry or item.
  struct Attached {
    /// The comments above the entry or item; an empty string is a blank line.
    var leading: [String] = []
    /// The comments at the end of the line of the entry or item.
    var trailing: [String] = []
    /// The position of the first trailing comment.
    var trailingSpot: Alignment.Spot?
    /// The comments below the entry or item with the same indentation.
    var footer: [String] = []
    var hasBlankLineBefore = false

    var isEmpty: Bool { leading.isEmpty && trailing.isEmpty && footer.isEmpty }

    /// Combines the comments around an item with those around `inner`, its only entry.
    func around(_ inner: Attached) -> Attached {
      Attached(
        leading: leading + inner.leading, trailing: trailing + inner.trailing, trailingSpot: trailingSpot ?? inner.trailingSpot,
        footer: inner.footer + footer,
        hasBlankLineBefore: hasBlankLineBefore)
    }
  }

  /// The position of an entry or an item. An item that is a mapping begins where its first entry does.
  struct Place: Hashable {
    var start: Int
    var isItem: Bool
  }

  private struct Spot {
    var place: Place
    var line: Int
    var column: Int
    /// The index in `flows` of the enclosing flow collection; nil if there is none.
    var flow: Int?
  }

  private(set) var attached: [Place: Attached] = [:]
  /// The comments at the end of the file.
  private(set) var end: [String] = []
  /// All comments, sorted by text.
  private(set) var all: [String] = []

  private let text: SourceText
  private var spots: [Spot] = []
  private var flows: [Range<Int>] = []
  private var scalars: [Range<Int>] = []

  init(_ text: SourceText, root: SyntaxNode) {
    self.text = text
    collect(root, flow: nil)
    spots.sort { $0.place.start < $1.place.start }
    scalars.sort { $0.lowerBound < $1.lowerBound }
    findComments()
    all.sort()
  }

  // MARK: Positions

  private mutating func collect(_ node: SyntaxNode, flow: Int?) {
    let bytes = node.span.bytes
    switch node {
    case .scalar(let scalar):
      scalars.append(bytes)
      if scalar.style == .block, let comment = BlockText(scalar, in: text).comment { all.append(comment) }
    case .invalid: break
    case .mapping(let mapping):
      let flow = flowNumber(bytes) ?? flow
      for entry in mapping.entries {
        scalars.append(entry.key.span.bytes)
        add(Place(start: entry.key.span.bytes.lowerBound, isItem: false), flow)
        collect(entry.value, flow: flow)
      }
    case .sequence(let sequence):
      let flow = flowNumber(bytes) ?? flow
      for item in sequence.items {
        add(Place(start: item.span.bytes.lowerBound, isItem: true), flow)
        collect(item, flow: flow)
      }
    }
  }

  private mutating func flowNumber(_ bytes: Range<Int>) -> Int? {
    guard let first = bytes.first, "{[".utf8.contains(text.file.bytes[first]) else { return nil }
    flows.append(bytes)
    return flows.count - 1
  }

  private mutating func add(_ place: Place, _ flow: Int?) {
    // If two nodes begin at the same byte, only the outer one, which is added first, is recorded.
    guard spots.last?.place.start != place.start else { return }
    let position = text.position(of: place.start)
    let line = text.line(position.line)
    let isAfterBlank = position.line > 1 && text.line(position.line - 1).allSatisfy { isSpace(text.file.bytes[$0]) }
    let isFirst = text.file.bytes[line.lowerBound..<place.start].allSatisfy { isSpace($0) || $0 == UInt8(ascii: "-") }
    if isFirst, isAfterBlank { attached[place, default: Attached()].hasBlankLineBefore = true }
    // An item of a block list begins with its dash.
    let dash = isFirst ? line.first { !isSpace(text.file.bytes[$0]) } : nil
    let column = place.isItem ? dash.map { $0 - line.lowerBound + 1 } ?? position.column : position.column
    spots.append(Spot(place: place, line: position.line, column: column, flow: flow))
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  // MARK: Comments

  private mutating func findComments() {
    let bytes = text.file.bytes
    var index = text.start
    var scalar = 0
    // The place to which the preceding comment was attached, and the comment's line; used to retain blank lines within a run of comments.
    var last: (place: Place, line: Int)?
    while index < bytes.count {
      while scalar < scalars.count, scalars[scalar].upperBound <= index { scalar += 1 }
      if scalar < scalars.count, scalars[scalar].contains(index) {
        index = scalars[scalar].upperBound
        continue
      }
      guard bytes[index] == UInt8(ascii: "#") else {
        index += 1
        continue
      }
      let position = text.position(of: index)
      let line = text.line(position.line)
      var comment = String(decoding: bytes[index..<line.upperBound], as: UTF8.self)
      while comment.last?.isWhitespace == true { comment.removeLast() }
      all.append(comment)
      let isOwnLine = bytes[line.lowerBound..<index].allSatisfy(isSpace)
      attach(comment, at: index, position, isOwnLine: isOwnLine, &last)
      index = line.upperBound
    }
  }

  private mutating func attach(
    _ comment: String, at offset: Int, _ position: SourcePosition, isOwnLine: Bool, _ last: inout (place: Place, line: Int)?
  ) {
    let next = firstSpot(after: offset)
    let flow = flows.indices.filter { flows[$0].contains(offset) }.min { flows[$0].count < flows[$1].count }
    let before = spots[..<(next ?? spots.count)]
    let nextSpot = next.map { spots[$0] }
    if !isOwnLine {
      let owner =
        flow != nil
        ? before.last { $0.flow == flow } : before.first { $0.line == position.line && $0.flow == nil } ?? before.last { $0.flow == nil }
      if let owner {
        if attached[owner.place]?.trailing.isEmpty != false {
          attached[owner.place, default: Attached()].trailingSpot = spot(at: offset, position)
        }
        return attached[owner.place, default: Attached()].trailing.append(comment)
      }
    }
    if let nextSpot, flow == nil ? position.column <= nextSpot.column : nextSpot.flow == flow {
      return lead(nextSpot, comment, position.line, &last)
    }
    let owner =
      flow != nil
      ? before.last { $0.flow == flow }
      : position.column == 1
        ? nil
        : before.last { $0.flow == nil && $0.column > 1 && $0.column <= position.column } ?? before.last { $0.flow == nil && $0.column > 1 }
    if let owner {
      attached[owner.place, default: Attached()].footer.append(comment)
    } else if let nextSpot {
      lead(nextSpot, comment, position.line, &last)
    } else {
      end.append(comment)
    }
  }

  private func spot(at offset: Int, _ position: SourcePosition) -> Alignment.Spot {
    let before = text.file.bytes[text.line(position.line).lowerBound..<offset]
    let gap = before.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return Alignment.Spot(column: String(decoding: before, as: UTF8.self).count, gap: gap)
  }

  private mutating func lead(_ spot: Spot, _ comment: String, _ line: Int, _ last: inout (place: Place, line: Int)?) {
    var found = attached[spot.place] ?? Attached()
    let isContinued = last?.place == spot.place
    let isAfterBlank = line > 1 && text.line(line - 1).allSatisfy { isSpace(text.file.bytes[$0]) }
    // A blank line directly above the entry belongs between the last comment and the entry.
    if !isContinued {
      let isBlankAbove = found.hasBlankLineBefore
      found.hasBlankLineBefore = isAfterBlank
      found.leading = [comment] + (isBlankAbove ? [""] : [])
    } else {
      let tail = found.leading.last == "" ? [""] : []
      if !tail.isEmpty { found.leading.removeLast() }
      found.leading += (isAfterBlank ? [""] : []) + [comment] + tail
    }
    attached[spot.place] = found
    last = (spot.place, line)
  }

  private func firstSpot(after offset: Int) -> Int? {
    var low = 0
    var high = spots.count
    while low < high {
      let middle = (low + high) / 2
      if spots[middle].place.start > offset { high = middle } else { low = middle + 1 }
    }
    return low < spots.count ? low : nil
  }
}
