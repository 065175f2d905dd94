import Testing
import TestSupport
import TestTraits

@testable import AshlarCompiler
@testable import AshlarSchemaTools

@Suite("Formatting", .blocking)
struct FormattingTests {
  private func format(_ files: [SourceFile]) throws -> [SourceFile] {
    let (outcome, diagnostics) = SchemaFormatter.format(files)
    guard case .formatted(let changed) = outcome else {
      Issue.record("\(outcome) \(diagnostics.map { $0.text() }.joined())")
      return []
    }
    return files.map { file in changed.first { $0.path == file.path } ?? file }
  }

  private func expect(_ yaml: String, _ expected: String, location: Testing.SourceLocation = #_sourceLocation) throws {
    let result = try format([SourceFile(path: "a.yaml", text: yaml)])
    #expect(String(decoding: result.first?.bytes ?? [], as: UTF8.self) == expected + "\n", sourceLocation: location)
  }

  @Test("aligned columns are kept, and completed")
  func columns() throws {
    try expect(
      """
      ashlar: 1
      objects:
        Dog:
          properties:
            id:       Int                # the key
            nickname: { type: String }   # short
            age:      Int                # in years
            born: Date

            weight: Int # alone
            b: Int   # b
            size: Int # size
      """,
      """
      ashlar: 1

      objects:
        Dog:
          properties:
            id:       Int    # the key
            nickname: String # short
            age:      Int    # in years
            born:     Date

            weight: Int # alone
            b: Int # b
            size: Int # size
      """)
  }

  @Test("columns are not aligned if a line would become too long")
  func wideColumns() throws {
    let text = String(repeating: "x", count: 80)
    try expect(
      "ashlar: 1\nobjects:\n  Dog:\n    properties:\n      a:                   { type: String, default: \(text) }\n      aVeryLongNameIndeed: Int\n",
      "ashlar: 1\n\nobjects:\n  Dog:\n    properties:\n      a: { type: String, default: \(text) }\n      aVeryLongNameIndeed: Int")
  }

  @Test("keys are sorted, the layout is canonical, and comments remain with their lines")
  func canonical() throws {
    try expect(
      """
      # Licence

      # About the file
      embedded: { Collar: { properties: { size: {type: Float} } } }  # collars
      objects:
          Dog:   # the dog
              properties:
                  # its age
                  age:  {default: 3,   type: "Int"}   # years
                  name: {
                    type: String, # text
                    doc: 'What it is called'
                  }
                  owner: { type: "Person?" }
                  chip: {type: "UUID?", indexed: true}
                  # weight: Float
              doc: >
                  A dog
                  of somebody.

                      indented
          Person: {}
      enums:
        Mood: {cases: [ calm,
                        busy ]}
        Level: { cases: { low: 1, high: { doc: "Very\\nhigh", value: 5 } }, raw: Int }


      ashlar: 1
      # the end
      """,
      """
      ashlar: 1

      enums:
        Mood: [calm, busy]
        Level:
          raw: Int
          cases:
            low: 1
            high: { value: 5, doc: "Very\\nhigh" }

      objects:
        Dog: # the dog
          doc: >
            A dog
            of somebody.

                indented
          properties:
            # its age
            age: { type: Int, default: 3 } # years
            name:
              type: String # text
              doc: 'What it is called'
            owner: Person?
            chip: { type: "UUID?", indexed: true }
            # weight: Float

        Person: {}

      # Licence

      # About the file
      embedded: # collars
        Collar:
          properties:
            size: Float

      # the end
      """)
  }

  @Test("long lines are spread, blank lines between properties are kept, but never two")
  func lines() throws {
    try expect(
      """
      \u{FEFF}ashlar: 1\r
      objects:\r
        Dog:\r
          properties:\r

            name: String\r
      \r
      \r
            age: Int
            nickname: { type: String, doc: "\(String(repeating: "long ", count: 20))" }
      """,
      """
      ashlar: 1

      objects:
        Dog:
          properties:
            name: String

            age: Int
            nickname:
              type: String
              doc: "\(String(repeating: "long ", count: 20))"
      """)
  }

  @Test("lists of cases, nested braces with comments, and block scalars")
  func corners() throws {
    try expect(
      """
      --- # start
      ashlar: 1   # one
      objects: # o1
        # lead

        # lead2

        Dog: {   # d
          properties: { # p
            a: "Int", b: Int # ab
            # before close
          } # after
        } # end
        Cat:
          doc: | # block comment
            Some text
              more

            end
          # after block
          table: 'c#at'
          properties: {}
             # only comment
        Größe:
          doc: plain with
            folding, no
      enums:
        E:
          - a # first
          # mid
          - {b: c} # second
          - d: { doc: hey, value: x } # third
          # last e
        F: { raw: Double, cases: { a: 1.0, b: -1, ? c : "2" } }
      ...
      # beyond
      """,
      """
      # start
      ashlar: 1 # one

      enums:
        E:
          - a # first
          # mid
          - b: c # second
          - d: { value: x, doc: hey } # third
          # last e
        F:
          raw: Double
          cases: { a: 1.0, b: -1, c: "2" }

      objects: # o1
        # lead

        # lead2

        Dog: # end
          # d
          properties: # after
            # p
            a: Int
            b: Int # ab
            # before close

        Cat:
          doc: | # block comment
            Some text
              more

            end
          # after block
          table: 'c#at'
          properties: {}
          # only comment

        Größe:
          doc: plain with folding, no

      # beyond
      """)
  }

  @Test("a schema with an error is refused with its diagnostics")
  func refused() {
    let (outcome, diagnostics) = SchemaFormatter.format([
      SourceFile(path: "a.yaml", text: "ashlar: 1\nobjects: { A: {} }"), SourceFile(path: "b.yaml", text: "ashlar: 1\nobjects: { B: [] }"),
    ])
    guard case .refused = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(diagnostics.map(\.code) == ["wrong-shape"])
  }

  @Test("random layouts of the samples keep their meaning and every comment, and a second run changes nothing")
  func randomLayouts() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var samples = try Repository.names(in: "Schemas").map { target in
      let files = try Repository.names(in: "Schemas/\(target)").filter { $0.hasSuffix(".yaml") }.map { name in
        SourceFile(path: name, text: try Repository.text("Schemas/\(target)/\(name)"))
      }
      return (target, files)
    }
    let cases = """
      ashlar: 1
      enums:
        E: [a, { b: c }, { d: { value: x, doc: "hey, you: #1" } }, { e: { doc: e } }]
        F: { raw: Int, doc: "", cases: { low: , high: { value: 4 }, top: "7" } }
      objects:
        Dog: { table: "d og", doc: "two\\n\\nlines ", properties: { yes: "E?", null: { type: String, default: "null" }, x: List<F> } }
      embedded: {}
      """
    samples.append(("Corners", [SourceFile(path: "corners.yaml", text: cases)]))
    for (target, files) in samples {
      let model = try #require(SchemaCompiler(name: target).check(files).schema).model
      for _ in 0..<15 {
        var comments: [String: [String]] = [:]
        let shuffled = try files.map { file in
          var layout = RandomLayout(file, random: SeededGenerator(seed: random.next()))
          let made = layout.make()
          let text = try #require(made)
          comments[file.path] = layout.comments
          return SourceFile(path: file.path, text: text)
        }
        let context = "seed \(seed)\n\(shuffled.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n----\n"))"
        let before = SchemaCompiler(name: target).check(shuffled)
        try #require(before.schema?.model == model, "\(context)\n\(before.diagnostics.map { $0.text() }.joined())")
        guard case .formatted(let changed) = SchemaFormatter.format(shuffled).outcome else {
          Issue.record("not formatted; \(context)")
          return
        }
        let result = shuffled.map { file in changed.first { $0.path == file.path } ?? file }
        #expect(SchemaCompiler(name: target).check(result).schema?.model == model, "\(context)")
        for file in result {
          let text = String(decoding: file.bytes, as: UTF8.self)
          for comment in comments[file.path] ?? [] { #expect(text.contains(comment), "\(comment) is gone; \(context)") }
        }
        guard case .formatted(let again) = SchemaFormatter.format(result).outcome else {
          Issue.record("not formatted again; \(context)")
          return
        }
        #expect(again.isEmpty, "\(context)")
      }
    }
  }
}
