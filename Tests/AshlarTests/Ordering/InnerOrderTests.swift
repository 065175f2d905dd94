import Ashlar
import Matrix
import Testing
import TestSupport
import TestTraits

@Suite("Sorting by what values of any type hold", .blocking)
struct InnerOrderTests {
  // Longer than what a slot holds itself, in no order.
  private let words = (0..<300).map { "a text of some length, number \(($0 * 7919) % 300 + 1000)" }

  private func objects() throws -> Results<MatrixAny> {
    let realm = try memoryRealm()
    try realm.write {
      for (number, word) in words.enumerated() {
        let object = realm.create(MatrixAny.self, value: ["indexed": AnyRealmValue.int(number)])
        object.plain = .fromDictionary(["word": .string(word), "number": .int(number)])
      }
      realm.create(MatrixAny.self, value: ["indexed": AnyRealmValue.int(-1)])
    }
    return realm.objects(MatrixAny.self)
  }

  private func numbers(_ objects: Results<MatrixAny>) -> [Int?] { objects.map(\.indexed.intValue) }

  @Test("orders text behind a key of their dictionaries, nil first")
  func sorted() throws {
    let sorted = try objects().sorted(byKeyPath: "plain[word]")
    #expect(numbers(sorted) == [-1] + words.indices.sorted { words[$0] < words[$1] })
  }

  @Test("gives the first of an order")
  func limited() throws {
    let sorted = try objects().sorted(byKeyPath: "plain[word]", ascending: false)
    #expect(numbers(sorted.limited(to: 3)) == words.indices.sorted { words[$0] > words[$1] }.prefix(3).map { $0 })
  }

  @Test("'distinct' distinguishes values of a key")
  func distinct() throws {
    #expect(try objects().distinct(by: ["plain[word]"]).count == words.count + 1)
  }
}
