/// Assigns the nodes of a graph to layers so that edges point to later layers, except those that close a cycle.
enum LayerAssignment {
  /// Returns the layer of each node, counted from 0. Edges from a node to itself are ignored. Complexity: O(nodes log nodes + edges).
  static func layers(count: Int, edges: [(source: Int, target: Int)]) -> [Int] {
    var next = [[Int]](repeating: [], count: count)
    var balance = [Int](repeating: 0, count: count)
    for edge in edges where edge.source != edge.target {
      next[edge.source].append(edge.target)
      balance[edge.source] -= 1
      balance[edge.target] += 1
    }
    let order = topologicalOrder(next, roots: (0..<count).sorted { (balance[$0], $0) < (balance[$1], $1) })
    var place = [Int](repeating: 0, count: count)
    for (index, node) in order.enumerated() { place[node] = index }
    // Reverse the edges that point backward in the order.
    var forward = [[Int]](repeating: [], count: count)
    var incoming = [Int](repeating: 0, count: count)
    for edge in edges where edge.source != edge.target {
      let isForward = place[edge.source] < place[edge.target]
      forward[isForward ? edge.source : edge.target].append(isForward ? edge.target : edge.source)
      incoming[isForward ? edge.target : edge.source] += 1
    }
    var layers = [Int](repeating: 0, count: count)
    for node in order {
      for target in forward[node] { layers[target] = max(layers[target], layers[node] + 1) }
    }
    // Move nodes with more outgoing than incoming edges to the layer before that of their nearest target.
    for node in order.reversed() where forward[node].count > incoming[node] {
      if let nearest = forward[node].map({ layers[$0] }).min() { layers[node] = nearest - 1 }
    }
    return layers
  }

  /// Returns the nodes, each before its targets except in cycles. The search is not recursive, because a schema may be a chain of any
  /// length.
  private static func topologicalOrder(_ next: [[Int]], roots: [Int]) -> [Int] {
    var finished: [Int] = []
    var isSeen = [Bool](repeating: false, count: next.count)
    for root in roots where !isSeen[root] {
      isSeen[root] = true
      var stack = [(node: root, edge: 0)]
      while let top = stack.last {
        guard top.edge < next[top.node].count else {
          finished.append(top.node)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].edge += 1
        let target = next[top.node][top.edge]
        if !isSeen[target] {
          isSeen[target] = true
          stack.append((target, 0))
        }
      }
    }
    return finished.reversed()
  }
}
