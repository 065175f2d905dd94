internal import AshlarSchema

/// Finds embedded types that contain each other in a cycle.
struct EmbeddedCycleChecker {
  private struct Edge {
    var target: Int
    var place: SourceSpan
  }

  private let names: [Name]
  private let edges: [[Edge]]
  private let sink: DiagnosticSink

  init(types: [TypeDeclaration], table: TypeTable, sink: DiagnosticSink) {
    let embedded = types.filter { $0.kind == .embedded && table.type(named: $0.name.text)?.name.span == $0.name.span }
    let indices = Dictionary(embedded.enumerated().map { ($0.element.name.text, $0.offset) }) { first, _ in first }
    names = embedded.map(\.name)
    edges = embedded.map { type in
      type.properties.compactMap { property in
        guard property.type.collection != .linkingObjects, property.keys.ignored == nil,
          let name = table.embeddedName(of: property.type.element.text), let target = indices[name]
        else {
          return nil
        }
        return Edge(target: target, place: property.type.element.span)
      }
    }
    self.sink = sink
  }

  /// Reports cycles, each at its first type. If several cycles share a type, only one of them is reported. Complexity: O(types + links) if
  /// no cycle exists.
  func check() {
    var reported: Set<Int> = []
    for start in typesLeadingToCycles() where !reported.contains(start) {
      guard let cycle = shortestCycle(from: start) else { continue }
      // Another cycle through a reported type is reported after the first one has been fixed.
      if cycle.contains(where: { reported.contains($0.type) }) { continue }
      reported.formUnion(cycle.map(\.type))
      let path = cycle.map { names[$0.type].text } + [names[start].text]
      let notes = cycle.indices.dropFirst().prefix(10).map { (Hint.cycleContinues(from: path[$0], to: path[$0 + 1]), cycle[$0].place) }
      sink.report(.embeddedCycle(path), at: cycle[0].place, notes: notes)
    }
  }

  /// Returns the types that remain after types that contain no remaining type have been removed repeatedly.
  private func typesLeadingToCycles() -> [Int] {
    var holders = [[Int]](repeating: [], count: edges.count)
    var open = edges.map(\.count)
    for (index, list) in edges.enumerated() {
      for edge in list { holders[edge.target].append(index) }
    }
    var free = open.indices.filter { open[$0] == 0 }
    while let done = free.popLast() {
      for holder in holders[done] {
        open[holder] -= 1
        if open[holder] == 0 { free.append(holder) }
      }
    }
    return open.indices.filter { open[$0] > 0 }
  }

  /// Returns the types on the shortest path from a type back to itself, each with the span of its link to the next; nil if there is no such
  /// path.
  private func shortestCycle(from start: Int) -> [(type: Int, place: SourceSpan)]? {
    var cameFrom: [Int: (type: Int, place: SourceSpan)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let type = queue[next]
      next += 1
      for edge in edges[type] where cameFrom[edge.target] == nil {
        cameFrom[edge.target] = (type, edge.place)
        if edge.target == start {
          var cycle: [(type: Int, place: SourceSpan)] = []
          var current = start
          repeat {
            guard let step = cameFrom[current] else { return nil }
            cycle.insert(step, at: 0)
            current = step.type
          } while current != start
          return cycle
        }
        queue.append(edge.target)
      }
    }
    return nil
  }
}
