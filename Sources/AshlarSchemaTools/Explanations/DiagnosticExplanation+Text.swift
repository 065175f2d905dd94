internal import AshlarCompiler

extension DiagnosticExplanation {
  /// Formats the explanation for a terminal, with the compiler's diagnostics for the example. The text ends with a line feed.
  public func text() -> String { sections.map(\.text).joined() }

  /// Formats the sections of the explanation that fit on a screen, and the number of the remaining lines.
  public func screen() -> String { Screen.text(sections, all: "ashlar explain \(code) --all") }

  // The meaning, the fault, its diagnostic, and the corrected schema; then the same in Swift. The diagnostic is not essential, because a
  // user who needs an explanation has seen one with this code.
  private var sections: [(text: String, isEssential: Bool)] {
    var sections = [(text: "\(code) (\(severity.rawValue))\n\(summary).\n\n\(meaning)\n", isEssential: true)]
    if let fault { sections += [("\nThe fault:\n\n" + fault.listing(indent: "  "), true), (fault.said, false)] }
    if let corrected { sections.append(("\nCorrected:\n\n" + corrected.listing(indent: "  "), true)) }
    if let faultInSwift {
      sections += [("\nThe fault in a class written by hand:\n\n" + faultInSwift.listing(indent: "  "), true), (faultInSwift.said, false)]
    }
    if let correctedInSwift { sections.append(("\nThe class corrected:\n\n" + correctedInSwift.listing(indent: "  "), true)) }
    return sections
  }

  /// Returns all codes with their summaries, one line each.
  public static func list() -> String {
    let width = all.map(\.code.count).max() ?? 0
    return all.map { $0.code + String(repeating: " ", count: width + 2 - $0.code.count) + "\($0.summary)\n" }.joined()
  }

  /// Returns the page `docs/diagnostics.md`.
  public static func markdown() -> String {
    var text = """
      # Diagnostics

      The codes that the compiler prints after its messages, in square brackets. `ashlar explain CODE` prints one of them, with
      what the compiler says about the example. Codes are stable: they are never renamed or used for something else.

      This page is generated from the texts in the compiler: `ashlar explain --markdown > docs/diagnostics.md`.

      | code | | meaning |
      | --- | --- | --- |

      """
    for entry in all { text += "| [`\(entry.code)`](#\(entry.code)) | \(entry.severity.rawValue) | \(marked(entry.summary)) |\n" }
    for entry in all { text += entry.section }
    return text
  }

  private var section: String {
    var text = "\n## `\(code)`\n\n\(Self.marked(meaning))\n"
    for (title, example) in [
      ("The fault", fault), ("Corrected", corrected), ("The fault in a class written by hand", faultInSwift),
      ("The class corrected", correctedInSwift),
    ] {
      if let example { text += "\n\(title):\n\n```\(example.isSwift ? "swift" : "yaml")\n\(example.listing(indent: ""))```\n" }
    }
    return text
  }

  /// Converts text to Markdown: text in single quotation marks becomes code; apostrophes are unchanged.
  private static func marked(_ text: String) -> String {
    var result = ""
    var isCode = false
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let before = index > 0 ? characters[index - 1] : " "
      let after = index + 1 < characters.count ? characters[index + 1] : " "
      if character == "'", isCode ? !after.isLetter : before.isWhitespace || before == "(" {
        isCode.toggle()
        result += "`"
      } else {
        result.append(character)
      }
    }
    return result
  }
}

extension DiagnosticExplanation.Example {
  /// Whether all files are Swift.
  fileprivate var isSwift: Bool { files.allSatisfy { $0.path.hasSuffix(".swift") } }

  /// The compiler's diagnostics, under a heading.
  fileprivate var said: String {
    let lines = diagnostics.map { $0.text() }.joined().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return "\nThe compiler says:\n\n" + lines.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
  }

  /// Returns the files as text, after those of any previous schema. Each file is preceded by its name if there are several files or the
  /// name is not the usual one.
  fileprivate func listing(indent: String) -> String {
    let mark = isSwift ? "//" : "#"
    var named = files.map { (files.count > 1 || $0.path != (isSwift ? Self.usualSwiftPath : Self.usualPath) ? $0.path : nil, $0) }
    named = old.map { ("\($0.path), before", $0) } + named.map { (old.isEmpty ? $0 : "\($1.path), now", $1) }
    var text = ""
    if let target { text += "\(indent)\(mark) the target is called \(target)\n" }
    for (index, (name, file)) in named.enumerated() {
      if index > 0 { text += "\n" }
      if let name { text += "\(indent)\(mark) \(name)\n" }
      let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      text += lines.map { $0.isEmpty ? "\n" : "\(indent)\($0)\n" }.joined()
    }
    return text
  }
}
