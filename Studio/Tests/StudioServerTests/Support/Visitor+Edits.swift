import AshlarInspection
import Testing

extension Visitor {
  /// Performs an edit, and returns the answer. Fails the test if the edit is refused.
  func edit(_ actions: String...) async throws -> JSONValue { try await edit(actions) }

  private func edit(_ actions: [String]) async throws -> JSONValue {
    let answer = await post("edit", "{\"actions\":[\(actions.joined(separator: ","))]}")
    #expect(answer.status == 200, "\(answer.text.prefix(400))")
    return try answer.json
  }

  /// Returns the objects of some types, with their keys. Types without a primary key are listed with the columns to compare, because their
  /// rows differ after an undo.
  func contents(_ types: KeyValuePairs<String, String>) async throws -> [String] {
    var lines: [String] = []
    for (type, columns) in types {
      let answer = await get("export", ["type": type, "columns": columns])
      lines += answer.text.split(separator: "\n").map(String.init).sorted()
    }
    return lines
  }

  /// Performs an edit, its inverse, the inverse of that, and so on, and compares the objects of some types after each of them.
  func checkUndo(_ types: KeyValuePairs<String, String>, _ actions: [String]) async throws {
    let before = try await contents(types)
    let done = try await edit(actions)
    let after = try await contents(types)
    #expect(before != after)
    var inverse = try #require(done["inverse"])
    #expect(inverse != .null, "\(done["note"] ?? .null)")
    for expected in [before, after, before] {
      let answer = await post("edit", JSONValue.members(["actions": inverse]).text)
      #expect(answer.status == 200, "\(answer.text.prefix(400))")
      #expect(try await contents(types) == expected)
      inverse = try #require(try answer.json["inverse"])
    }
  }

  /// Performs an edit, and checks that it states why it cannot be undone.
  func checkNoUndo(_ reason: String, _ actions: String...) async throws {
    let done = try await edit(actions)
    #expect(done["inverse"] == .null)
    #expect(done["note"]?.string == "This cannot be undone. \(reason)")
  }
}
