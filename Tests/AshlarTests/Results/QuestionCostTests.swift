import AshlarStore
import Foundation
import Library
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// Counts what answers to questions about results read, each question alone and after every other one: an answer that is kept is not
/// computed again, and one that is not needed is not computed. `ASHLAR_RECORD=1` writes the file of counts.
@Suite("What answers about results read", .blocking)
struct QuestionCostTests {
  private enum Question: String, CaseIterable {
    case count, isEmpty, first, last, seventh, loop, index

    func ask(_ results: Results<Book>, _ book: Book) {
      switch self {
      case .count: _ = results.count
      case .isEmpty: _ = results.isEmpty
      case .first: _ = results.first
      case .last: _ = results.last
      case .seventh: if results.count > 7 { _ = results[7] }
      case .loop: for book in results { _ = book.rating }
      case .index: _ = results.index(of: book)
      }
    }
  }

  private static let subjects: [(name: String, make: @Sendable (Realm) -> Results<Book>)] = [
    ("a table", { $0.objects(Book.self) }),
    ("a condition on a column", { $0.objects(Book.self).where { $0.rating > 2 } }),
    ("a condition that an index answers", { $0.objects(Book.self).where { $0.title == "title 7" } }),
    ("one of several values of an index", { $0.objects(Book.self).where { $0.title.in(["title 7", "title 9"]) } }),
    ("a range of an index", { $0.objects(Book.self).where { $0.title > "title 297" } }),
    ("an index and a column", { $0.objects(Book.self).where { $0.title == "title 7" && $0.rating > 2 } }),
    ("an order", { $0.objects(Book.self).sorted(byKeyPath: "rating") }),
    ("a condition and an order", { $0.objects(Book.self).where { $0.rating > 2 }.sorted(byKeyPath: "isbn") }),
    ("an index and an order", { $0.objects(Book.self).where { $0.title == "title 7" }.sorted(byKeyPath: "rating") }),
    ("distinct values", { $0.objects(Book.self).distinct(by: ["rating"]) }),
    ("a limit", { $0.objects(Book.self).where { $0.rating > 2 }.limited(to: 20) }),
    ("an order and a limit", { $0.objects(Book.self).sorted(byKeyPath: "rating").limited(to: 20) }),
  ]

  private static let path = "Tests/AshlarTests/Results/Fixtures/question-counts.txt"

  /// Clusters, and searches in indexes, that an answer read.
  private func counted(_ realm: Realm, _ question: () -> Void) -> String {
    let session = realm._core.session
    let before = (session.visitedClusters, session.indexSearches)
    question()
    return "\(session.visitedClusters - before.0)+\(session.indexSearches - before.1)"
  }

  private func line(_ name: String, _ columns: [String]) -> String {
    let name = name.padding(toLength: 12, withPad: " ", startingAt: 0)
    return (name + columns.map { $0.padding(toLength: 9, withPad: " ", startingAt: 0) }.joined()).replacing(/\ +$/, with: "")
  }

  @Test("is counted for every pair of questions")
  func pairs() throws {
    let realm = try memoryRealm()
    try realm.write {
      for number in 0..<3_000 {
        realm.create(Book.self, value: ["isbn": "isbn \(number)", "title": "title \(number % 300)", "rating": Double(number % 5)])
      }
    }
    let book = try #require(realm.objects(Book.self).where { $0.title == "title 7" }.last)
    var text = """
      # Clusters and searches in indexes that an answer reads: alone, then after each other question.
      # Written by the tests 'What answers about results read' with ASHLAR_RECORD=1.

      """
    for subject in Self.subjects {
      text += "\n\(subject.name)\n\(line("", ["alone"] + Question.allCases.map(\.rawValue)))\n"
      for question in Question.allCases {
        let alone = counted(realm) { question.ask(subject.make(realm), book) }
        let after = Question.allCases.map { earlier in
          let results = subject.make(realm)
          earlier.ask(results, book)
          return counted(realm) { question.ask(results, book) }
        }
        text += line(question.rawValue, [alone] + after) + "\n"
      }
    }
    if ProcessInfo.processInfo.environment["ASHLAR_RECORD"] != nil {
      try text.write(to: Repository.folder.appending(path: Self.path), atomically: true, encoding: .utf8)
    }
    let known = try Repository.text(Self.path)
    let differences = zip(text.split(separator: "\n"), known.split(separator: "\n")).filter { $0 != $1 }
    #expect(text == known, "\(differences.map { "found \($0), the file says \($1)" })")
  }
}
