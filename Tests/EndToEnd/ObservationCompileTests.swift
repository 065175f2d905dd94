import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("What the compiler lets be observed", .blocking, .enabled(if: Compiler.modules != nil, "the library is built beside the tests"))
struct ObservationCompileTests {
  private static let reading = "nonisolated final class Reading: AsymmetricObject {}\nnonisolated final class Person: Object {}\n"

  @Test("objects that can be read")
  func accepted() throws {
    let messages = try CompilerMessages.of(
      Self.reading + """
        nonisolated func uses(_ realm: Realm, _ person: Person) {
          _ = person.observe { (_: ObjectChange<Person>) in }
          _ = realm.objects(Person.self).observe { _ in }
        }

        """)
    #expect(messages == "")
  }

  @Test("asymmetric objects, which are only written, cannot be observed, nor collections of them made")
  func asymmetric() throws {
    let uses: [(use: String, message: String)] = [
      ("nonisolated func a(_ reading: Reading) { _ = reading.observe { _ in } }", "has no member 'observe'"),
      ("nonisolated func b(_ realm: Realm) { _ = realm.objects(Reading.self) }", "no exact matches in call to instance method 'objects'"),
      ("nonisolated func c(_ reading: Reading) { _ = reading.changes() }", "has no member 'changes'"),
    ]
    let messages = try CompilerMessages.of(Self.reading + uses.map(\.use).joined(separator: "\n") + "\n")
    for (number, (use, message)) in uses.enumerated() {
      let lines = messages.split(separator: "\n").filter { $0.contains("Uses.swift:\(number + 6):") && $0.contains("error:") }
      #expect(lines.contains { $0.contains(message) }, "\(use): \(lines)")
    }
  }
}
