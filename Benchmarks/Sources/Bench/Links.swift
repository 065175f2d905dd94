import Ashlar
import Foundation

private let people = 100_000
private let friendsEach = 10

extension Harness {
  /// W9: people with ten friends each; every friend's name is read.
  func links() throws {
    try remove("links")
    let realm = try open("links", .unsynced)
    var random = XorShift(XorShift.seed &+ 9)
    let built = try time {
      try realm.write {
        let all = (0..<people).map { number in
          let person = Person()
          person.name = "person-\(String(format: "%06d", number))-\("abcdef".prefix(number % 6))"
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
