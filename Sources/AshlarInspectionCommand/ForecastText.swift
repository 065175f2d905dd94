internal import AshlarStore

/// Formats the output of `ashlar migrate`.
enum ForecastText {
  static func text(_ forecast: MigrationForecast) -> String {
    var lines = [
      "\(forecast.path): version \(forecast.from) -> \(forecast.to), \(forecast.rows) rows, "
        + "\(forecast.bytes) bytes"
    ]
    if forecast.lines.isEmpty, forecast.failure == nil { lines.append("  nothing to do") }
    for line in forecast.lines {
      let work = line.work.rawValue + String(repeating: " ", count: max(1, 9 - line.work.rawValue.count))
      let cost = line.rows.map { "\($0) rows" } ?? "at once"
      lines.append("  \(work)\(line.text) (\(cost))")
      if let failure = line.failure { lines.append("           would fail: \(failure)") }
    }
    if let failure = forecast.failure { lines.append("  would fail: \(failure)") }
    return lines.map { $0 + "\n" }.joined()
  }

  static func json(_ forecast: MigrationForecast) -> String {
    func quoted(_ text: String?) -> String { text.map { InspectionText.quoted($0) } ?? "null" }
    let lines = forecast.lines.map { line in
      "{\"work\":\"\(line.work.rawValue)\",\"text\":\(quoted(line.text)),\"rows\":\(line.rows.map { "\($0)" } ?? "null"),\"failure\":\(quoted(line.failure))}"
    }
    return "{\"file\":\(quoted(forecast.path)),\"from\":\(forecast.from),\"to\":\(forecast.to),\"rows\":\(forecast.rows),"
      + "\"bytes\":\(forecast.bytes),\"fails\":\(forecast.fails),\"failure\":\(quoted(forecast.failure)),\"changes\":[\(lines.joined(separator: ","))]}\n"
  }
}
