/// The positions of all parts of a diagram, in pixels.
struct DiagramLayout {
  struct Point {
    var x: Double
    var y: Double
  }

  struct Frame {
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0
  }

  /// The height of the part of a box above its rows, which contains the name.
  static let headHeight = 30.0
  /// The height of each row of a box.
  static let rowHeight = 20.0
  /// The height of the space below a box's last row.
  static let footHeight = 6.0
  /// The margin around the diagram.
  static let margin = 24.0
  private static let characterWidth = 7.3
  private static let boxGap = 26.0

  /// The frame of each box.
  private(set) var frames: [Frame]
  /// The points of each arrow's path from its row to its target, joined by curves and straight lines in alternation; for a box that points
  /// to itself, the four control points of a single curve.
  private(set) var ways: [[Point]]
  private(set) var width = 0.0
  private(set) var height = 0.0

  init(_ graph: SchemaGraph) {
    frames = graph.boxes.map { box in
      Frame(width: Self.width(of: box), height: Self.headHeight + Double(box.rows.count) * Self.rowHeight + Self.footHeight)
    }
    ways = [[Point]](repeating: [], count: graph.arrows.count)
    var isLinked = [Bool](repeating: false, count: graph.boxes.count)
    for arrow in graph.arrows where arrow.source != arrow.target {
      isLinked[arrow.source] = true
      isLinked[arrow.target] = true
    }
    let layered = LayeredGraph(
      graph, boxes: isLinked.indices.filter { isLinked[$0] }, heights: frames.map(\.height), portOffset: Self.portOffset,
      headOffset: Self.headHeight / 2)
    place(layered, graph)
    placeGrid(isLinked.indices.filter { !isLinked[$0] }, graph)
    for (number, arrow) in graph.arrows.enumerated() where arrow.source == arrow.target {
      let frame = frames[arrow.source]
      let right = frame.x + frame.width
      let reach = right + 26 + Double(arrow.row % 4) * 5
      let (start, end) = (frame.y + Self.portOffset(arrow.row), frame.y + Self.headHeight / 2)
      ways[number] = [Point(x: right, y: start), Point(x: reach, y: start), Point(x: reach, y: end), Point(x: right, y: end)]
    }
  }

  /// Returns the distance of the middle of a row from the top of its box.
  static func portOffset(_ row: Int) -> Double { headHeight + (Double(row) + 0.5) * rowHeight }

  /// Returns the width of text in the diagram's monospaced font. Characters from U+1100 on, such as East Asian ones and pictographs, are
  /// considered twice as wide as others.
  static func textWidth(_ text: String) -> Double {
    text.reduce(0) { $0 + ($1.unicodeScalars.contains { $0.value >= 0x1100 } ? 2 : 1) } * characterWidth
  }

  private static func width(of box: SchemaGraph.Box) -> Double {
    let head = textWidth(box.name) * 1.1 + (box.kind == .object ? 0 : textWidth(box.kind.rawValue) + 16)
    let rows = box.rows.map {
      textWidth($0.name) + ($0.mark.isEmpty ? 0 : textWidth($0.mark) + 6) + ($0.detail.isEmpty ? 0 : textWidth($0.detail) + 22)
    }
    return max(130, max(head, rows.max() ?? 0) + 24).rounded(.up)
  }

  // MARK: Layers

  private mutating func place(_ graph: LayeredGraph, _ schema: SchemaGraph) {
    guard !graph.layers.isEmpty else { return }
    let tops = Self.tops(graph)
    let least = tops.min() ?? 0
    var x = Self.margin
    var columns: [(x: Double, width: Double)] = []
    for layer in graph.layers {
      let boxWidth = layer.compactMap { graph.items[$0].box.map { frames[$0].width } }.max() ?? 40
      columns.append((x, boxWidth))
      let crossing = layer.reduce(0) { $0 + graph.rightSegments[$1].count }
      x += boxWidth + 80 + min(80, Double(crossing) * 5)
    }
    for (index, item) in graph.items.enumerated() {
      guard let box = item.box else { continue }
      frames[box].x = columns[item.layer].x
      frames[box].y = tops[index] - least + Self.margin
      frames[box].width = columns[item.layer].width
    }
    for (number, route) in graph.routes.enumerated() where !route.isEmpty {
      let arrow = schema.arrows[number]
      var way: [Point] = []
      for item in route {
        let column = columns[graph.items[item].layer]
        let top = tops[item] - least + Self.margin
        let isSource = graph.items[item].box == arrow.source
        let y = top + (graph.items[item].box == nil ? 3 : isSource ? Self.portOffset(arrow.row) : Self.headHeight / 2)
        if item != route.first { way.append(Point(x: column.x, y: y)) }
        if item != route.last { way.append(Point(x: column.x + column.width, y: y)) }
      }
      ways[number] = graph.items[route[0]].box == arrow.source ? way : way.reversed()
    }
    spreadEnds(schema)
    for frame in frames {
      width = max(width, frame.x + frame.width + Self.margin + 30)
      height = max(height, frame.y + frame.height + Self.margin)
    }
    for way in ways { for point in way { height = max(height, point.y + Self.margin) } }
  }

  /// Spreads the ends of arrows that end at the same side of a box, in the vertical order of the points before the ends.
  private mutating func spreadEnds(_ schema: SchemaGraph) {
    var groups: [[Int]: [Int]] = [:]
    for (number, way) in ways.enumerated() where way.count >= 2 {
      let target = schema.arrows[number].target
      let isLeft = way[way.count - 1].x <= frames[target].x + 1
      groups[[target, isLeft ? 0 : 1], default: []].append(number)
    }
    for (key, group) in groups where group.count > 1 {
      let sorted = group.sorted { (ways[$0][ways[$0].count - 2].y, $0) < (ways[$1][ways[$1].count - 2].y, $1) }
      let room = key[1] == 0 ? frames[key[0]].height - 18 : Self.headHeight - 8
      let step = min(16, room / Double(group.count))
      for (index, number) in sorted.enumerated() {
        let first = frames[key[0]].y + (step < 16 ? 6 + step / 2 : Self.headHeight / 2)
        ways[number][ways[number].count - 1].y = first + Double(index) * step
      }
    }
  }

  private static func tops(_ graph: LayeredGraph) -> [Double] {
    var tops = [Double](repeating: 0, count: graph.items.count)
    func settle(_ layer: [Int], _ wishes: [Double]) {
      let settled = Stacking.tops(wishes: wishes, heights: layer.map { graph.items[$0].height }, gap: boxGap)
      for (item, top) in zip(layer, settled) { tops[item] = top }
    }
    for layer in graph.layers { settle(layer, layer.map { _ in 0 }) }
    for round in 0..<24 {
      // Rounds alternate between the neighbors on the left and those on the right; the last six rounds consider both.
      let sides = round >= 18 ? (true, true) : (round % 2 == 0, round % 2 == 1)
      for layer in round % 2 == 0 ? graph.layers : graph.layers.reversed() {
        let wishes = layer.map { item -> Double in
          var wishes: [Double] = []
          if sides.0 {
            wishes += graph.leftSegments[item].map {
              tops[graph.segments[$0].left] + graph.segments[$0].leftOffset - graph.segments[$0].rightOffset
            }
          }
          if sides.1 {
            wishes += graph.rightSegments[item].map {
              tops[graph.segments[$0].right] + graph.segments[$0].rightOffset - graph.segments[$0].leftOffset
            }
          }
          return wishes.isEmpty ? tops[item] : wishes.reduce(0, +) / Double(wishes.count)
        }
        settle(layer, wishes)
      }
    }
    return tops
  }

  // MARK: Boxes without arrows

  /// Arranges the boxes without arrows in rows below all other boxes.
  private mutating func placeGrid(_ boxes: [Int], _ graph: SchemaGraph) {
    guard !boxes.isEmpty else { return }
    let limit = max(width, 960)
    var (x, y, rowHeight) = (Self.margin, max(height, Self.margin), 0.0)
    for box in boxes {
      if x > Self.margin, x + frames[box].width + Self.margin > limit {
        (x, y, rowHeight) = (Self.margin, y + rowHeight + Self.boxGap, 0)
      }
      (frames[box].x, frames[box].y) = (x, y)
      x += frames[box].width + 40
      width = max(width, x - 40 + Self.margin + 20)
      rowHeight = max(rowHeight, frames[box].height)
    }
    height = y + rowHeight + Self.margin
  }
}
