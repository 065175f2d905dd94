internal import AshlarInspection
internal import Foundation

/// Changes an integer property of rows of a file, one row in each transaction, at a rate: the second process beside a studio under test.
@main struct StudioWriter {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    guard words.count == 5, let rate = Double(words[4]), let seconds = Double(words[5]), rate > 0 else {
      FileHandle.standardError.write(Data("usage: studio-writer FILE TYPE PROPERTY CHANGES-A-SECOND SECONDS\n".utf8))
      exit(2)
    }
    let editor = try FileEditor(path: words[1])
    print("writing")
    fflush(nil)
    let clock = ContinuousClock()
    let start = clock.now
    var (count, reported) = (0, clock.now)
    while clock.now - start < .seconds(seconds) {
      let action = JSONValue.members([
        "do": .string("set"), "type": .string(words[2]), "key": .digits(count % 40), "property": .string(words[3]),
        "new": .digits(count),
      ])
      _ = try editor.edit(.members(["actions": .array([action])]))
      count += 1
      if count % 1000 == 0 {
        print("\(1000 / ((clock.now - reported) / .seconds(1))) changes a second")
        fflush(nil)
        reported = clock.now
      }
      let due = start + .seconds(Double(count) / rate)
      if due > clock.now { Thread.sleep(forTimeInterval: (due - clock.now) / .seconds(1)) }
    }
  }
}
