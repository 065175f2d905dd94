/// Names generated files after schema files. The build plugin predicts these names before the compiler runs, so they depend
/// only on the paths.
enum OutputNames {
  /// One name a path, in their order: the stem, and for files of one stem their folders before it, as many as it takes.
  static func names(for paths: [String]) -> [String] {
    let parts = paths.map { path in path.split(separator: "/").map(String.init).filter { $0 != "." } }
    var counts = parts.map { _ in 1 }
    while true {
      let names = zip(parts, counts).map { stem($0, folders: $1 - 1) }
      let groups = Dictionary(grouping: names.indices) { names[$0].lowercased() }
      var hasGrown = false
      for index in groups.values.filter({ $0.count > 1 }).joined() where counts[index] < parts[index].count {
        counts[index] += 1
        hasGrown = true
      }
      if !hasGrown { return names.map { $0 + ".swift" } }
    }
  }

  private static func stem(_ parts: [String], folders: Int) -> String {
    guard var stem = parts.last else { return "" }
    for ending in [".yaml", ".yml"] where stem.lowercased().hasSuffix(ending) { stem.removeLast(ending.count) }
    return (parts.dropLast().suffix(folders) + [stem]).joined(separator: "-")
  }
}
