extension Results where Element == DynamicObject {
  /// Groups the objects by the properties at the ends of `paths`. Returns the group of each object, in the order of the results, and the
  /// position of the first object of each group; groups are in ascending order of their keys. Stops the program if objects cannot be sorted
  /// by one of the paths.
  package func _groups(by paths: [String]) -> (groups: [Int], firsts: [Int]) {
    GroupRun(_resultsCore, paths.map { GroupRun.Key(path: $0, acceptsNil: true) }).assignments()
  }
}
