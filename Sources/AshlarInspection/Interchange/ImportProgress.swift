/// The progress of an import, as a line of text.
public enum ImportProgress {
  /// Returns the number of objects, the number of objects per second, and an estimate of the remaining time. In the first half second, and
  /// until a byte has been read, returns only the number of objects.
  ///
  /// - Parameters:
  ///   - done: The number of bytes read, of `total`.
  ///   - seconds: The time since the import began, in seconds.
  public static func text(objects: Int, done: Int, of total: Int, seconds: Double) -> String {
    var text = "\(objects) objects"
    // Rates measured in the first moments change too quickly to be read.
    guard seconds >= 0.5, done > 0 else { return text }
    text += ", \(Int(Double(objects) / seconds)) a second"
    let left = Int((seconds * Double(max(0, total - done)) / Double(done)).rounded(.up))
    if left > 0 { text += ", \(left >= 120 ? "\(left / 60) min" : "\(left) s") to go" }
    return text
  }
}
