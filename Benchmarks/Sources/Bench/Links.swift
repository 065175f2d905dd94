import Ashlar
import Foundation

private let people = 100_000
private let friendsEach = 10

/// What a friend that is read has to be at least: an object that knows where the name lies.
private final class NamePlace {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  @inline(never) var name: String { String(decoding: bytes, as: UTF8.self) }
}

// Not inlined: else the object would live on the stack, which one that comes out of a list cannot.
@inline(never) private func makePlace(_ bytes: UnsafeRawBufferPointer) -> NamePlace { NamePlace(bytes) }

private func name(_ number: Int) -> String { "person-\(String(format: "%06d", number))-\("abcdef".prefix(number % 6))" }

extension Harness {
  /// W9: an object and a `String` made for every friend, from bytes that lie in one block, and nothing else.
  func linksAtLeast() {
    var random = XorShift(XorShift.seed &+ 9)
    let friends = (0..<people * friendsEach).map { _ in Int(random.next() % UInt64(people)) }
    var text: [UInt8] = []
    var ends = [0]
    for number in 0..<people {
      text += name(number).utf8
      ends.append(text.count)
    }
    text.withUnsafeBytes { text in
      run("W9_object_and_string_only", operations: friends.count) {
        time {
          var sum = 0
          for friend in friends {
            sum &+= makePlace(UnsafeRawBufferPointer(rebasing: text[ends[friend]..<ends[friend + 1]])).name.utf8.count
          }
          sink(sum)
        }
      }
    }
  }

  /// W9: people with ten friends each; every friend's name is read.
  func links() throws {
    try remove("links")
    let realm = try open("links", .unsynced)
    var random = XorShift(XorShift.seed &+ 9)
    let built = try time {
      try realm.write {
        let all = (0..<people).map { number in
          let person = Person()
          person.name = name(number)
          return person
        }
        for person in all { realm.add(person) }
        for person in all {
          person.friends.append(objectsIn: (0..<friendsEach).map { _ in all[Int(random.next() % UInt64(people))] })
        }
      }
    }
    report("W9_build_persons_links", operations: people * friendsEach, [built])
    try reportSize("W9_size", of: "links")
    var checksum = 0
    run("W9_traverse_links", operations: people * friendsEach) {
      time {
        var sum = 0
        for person in realm.objects(Person.self) {
          for friend in person.friends { sum &+= friend.name.utf8.count }
        }
        checksum = sum
      }
    }
    note("W9 checksum \(checksum)")
  }
}
