public import Ashlar
public import AshlarSchema

extension [SortDescriptor] {
  /// Parses the value of `--sort`: a comma-separated list of paths, the most significant first, each optionally followed by `:asc` or
  /// `:desc`.
  public init(sort list: String, _ root: EntityModel, _ types: StoredTypes) throws(RequestFailure) {
    self = []
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
      let path = try ObjectPath(words[0], root, types)
      try path.checkOrder()
      switch words.count > 1 ? words[1] : "asc" {
      case "asc": append(SortDescriptor(keyPath: path.text))
      case "desc": append(SortDescriptor(keyPath: path.text, ascending: false))
      default: throw RequestFailure("'\(words[1])' is not a sort direction: write '\(path.text):desc' or '\(path.text):asc'")
      }
    }
  }
}
