/// Boxes in layers, with a narrow dummy node wherever an arrow crosses a layer, and the order of each layer.
struct LayeredGraph {
  /// An item of a layer: a box, or a dummy node of a long edge.
  struct Item {
    var box: Int?
    var layer: Int
    var height: Double
  }

  /// A segment of an arrow between adjacent layers; each offset is relative to the top of its item.
  struct Segment {
    var left: Int
    var leftOffset: Double
    var right: Int
    var rightOffset: Double
  }

  private(set) var items: [Item] = []
  private(set) var segments: [Segment] = []
  /// The items of each layer, from top to bottom.
  private(set) var layers: [[Int]]
  /// The item of each box; nil for boxes that are not part of the graph.
  private(set) var itemOfBox: [Int?]
  /// The items on the route of each arrow from left to right, including its ends; empty for an arrow from a box to itself.
  private(set) var routes: [[Int]] = []
  /// The indices of the segments on the left of each item.
  private(set) var leftSegments: [[Int]] = []
  /// The indices of the segments on the right of each item.
  private(set) var rightSegments: [[Int]] = []

  init(_ graph: SchemaGraph, boxes: [Int], heights: [Double], portOffset: (Int) -> Double, headOffset: Double) {
    var number = [Int?](repeating: nil, count: graph.boxes.count)
    for (index, box) in boxes.enumerated() { number[box] = index }
    let edges = graph.arrows.compactMap { arrow -> (source: Int, target: Int)? in
      guard let source = number[arrow.source], let target = number[arrow.target] else { return nil }
      return (source, target)
    }
    let assigned = LayerAssignment.layers(count: boxes.count, edges: edges)
    layers = [[Int]](repeating: [], count: (assigned.max() ?? -1) + 1)
    itemOfBox = number
    for (index, box) in boxes.enumerated() { add(Item(box: box, layer: assigned[index], height: heights[box])) }
    for arrow in graph.arrows {
      guard let source = number[arrow.source], let target = number[arrow.target], source != target else {
        routes.append([])
        continue
      }
      let isForward = assigned[source] < assigned[target]
      let (left, right) = isForward ? (source, target) : (target, source)
      var route = [left]
      for layer in (assigned[left] + 1)..<assigned[right] { route.append(add(Item(box: nil, layer: layer, height: 6))) }
      route.append(right)
      routes.append(route)
      for (a, b) in zip(route, route.dropFirst()) {
        func offset(_ item: Int) -> Double { item == source ? portOffset(arrow.row) : item == target ? headOffset : 3 }
        segments.append(Segment(left: a, leftOffset: offset(a), right: b, rightOffset: offset(b)))
      }
    }
    leftSegments = [[Int]](repeating: [], count: items.count)
    rightSegments = leftSegments
    for (index, segment) in segments.enumerated() {
      rightSegments[segment.left].append(index)
      leftSegments[segment.right].append(index)
    }
    order()
  }

  @discardableResult
  private mutating func add(_ item: Item) -> Int {
    items.append(item)
    layers[item.layer].append(items.count - 1)
    return items.count - 1
  }

  /// Sorts the items of each layer by the mean position of the items to which segments connect them, alternately those on the left and
  /// those on the right, to reduce crossings.
  private mutating func order() {
    var place = [Double](repeating: 0, count: items.count)
    for layer in layers { for (index, item) in layer.enumerated() { place[item] = Double(index) } }
    for sweep in 0..<16 {
      let goesRight = sweep % 2 == 0
      for layer in goesRight ? Array(layers.indices) : layers.indices.reversed() {
        var wish: [Int: Double] = [:]
        for item in layers[layer] {
          let places = (goesRight ? leftSegments : rightSegments)[item].map { number -> Double in
            let segment = segments[number]
            let (other, offset) = goesRight ? (segment.left, segment.leftOffset) : (segment.right, segment.rightOffset)
            return place[other] + offset / max(1, items[other].height) * 0.9
          }
          wish[item] = places.isEmpty ? place[item] : places.reduce(0, +) / Double(places.count)
        }
        layers[layer].sort { (wish[$0] ?? 0, place[$0], $0) < (wish[$1] ?? 0, place[$1], $1) }
        for (index, item) in layers[layer].enumerated() { place[item] = Double(index) }
      }
    }
  }
}
