/// The text of a collection: its name and at most 100 elements.
enum CollectionDescription {
  static func text(_ name: String, count: Int, indent: String = "", _ element: (Int, _ indent: String) -> String) -> String {
    let inner = indent + "\t"
    var lines: [String] = []
    for index in 0..<min(count, 100) { lines.append("\(inner)[\(index)] \(element(index, inner))") }
    var text = "\(name) <0x0> (\n" + lines.joined(separator: ",\n")
    if count > 100 { text += "\n\(inner)... \(count - 100) objects skipped." }
    return text + "\n\(indent))"
  }
}
