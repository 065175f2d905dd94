/// Derives the names of generated files from schema files. The build plugin predicts these names before the compiler runs, so they depend
/// only on the paths.
enum OutputNames {
  /// Returns one name for each path, in the order of the paths: the file's stem, preceded by as many of its folders as are necessary to
  /// make the name unique regardless of case, or by all of them if even these do not suffice. Folders are also added if the target has a
  /// file of the same name, or if the name is `main.swift`, because a file of that name contains the statements of a program.
  static func names(for paths: [String], beside taken: [String] = []) -> [String] {
    let parts = paths.map { path in path.split(separator: "/").map(String.init).filter { $0 != "." } }
    let taken = Set((taken + ["main.swift"]).map { $0.lowercased() })
    var counts = parts.map { _ in 1 }
    while true {
      let names = zip(parts, counts).map { stem($0, folders: $1 - 1) + ".swift" }
      let groups = Dictionary(grouping: names.indices) { names[$0].lowercased() }
      var hasGrown = false
      for index in groups.filter({ $0.value.count > 1 || taken.contains($0.key) }).values.joined() where counts[index] < parts[index].count
      {
        counts[index] += 1
        hasGrown = true
      }
      if !hasGrown { return names }
    }
  }

  /// Returns the target's own files whose names generated files would otherwise have.
  static func inTheWay(of paths: [String], among own: [String]) -> [String] {
    var found: [String] = []
    while true {
      let names = Set(names(for: paths, beside: found).map { $0.lowercased() })
      let more = own.filter { names.contains($0.lowercased()) && !found.contains($0) }
      if more.isEmpty { return found }
      found += more
    }
  }

  private static func stem(_ parts: [String], folders: Int) -> String {
    guard var stem = parts.last else { return "" }
    for ending in [".yaml", ".yml"] where stem.lowercased().hasSuffix(ending) { stem.removeLast(ending.count) }
    return (parts.dropLast().suffix(folders) + [stem]).joined(separator: "-")
  }
}
