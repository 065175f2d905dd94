import Ashlar
import BenchRules
import Foundation

/// A number for each row, in no order, and each number once.
func scattered(_ id: Int) -> Int { Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: id) &* 0x9E37_79B9_7F4A_7C15) }

// Each class sets its own properties: through a protocol, this could take as long as what is compared.

extension NameIndexed {
  /// Creates an unmanaged object with the values of a row.
  convenience init(_ row: Generator.Row) {
    self.init()
    (id, name, score, count, flag, created, note) = (row.id, row.name, row.score, row.count, row.flag, row.created, row.note)
  }
}

extension NameUnique {
  /// Creates an unmanaged object with the values of a row.
  convenience init(_ row: Generator.Row) {
    self.init()
    (id, name, score, count, flag, created, note) = (row.id, row.name, row.score, row.count, row.flag, row.created, row.note)
  }
}

extension CountIndexed {
  /// Creates an unmanaged object with the values of a row, but a count that no other row has.
  convenience init(_ row: Generator.Row) {
    self.init()
    (id, name, score, count, flag, created, note) = (row.id, row.name, row.score, scattered(row.id), row.flag, row.created, row.note)
  }
}

extension CountUnique {
  /// Creates an unmanaged object with the values of a row, but a count that no other row has.
  convenience init(_ row: Generator.Row) {
    self.init()
    (id, name, score, count, flag, created, note) = (row.id, row.name, row.score, scattered(row.id), row.flag, row.created, row.note)
  }
}

extension Generator.Row {
  // The values of a member, which satisfy the rules of all three types.
  fileprivate var age: Int { count % 151 }
  fileprivate var closed: Int? { flag ? seconds + count : nil }
}

extension FreeMember {
  /// Creates an unmanaged member with the values of a row.
  convenience init(_ row: Generator.Row) {
    self.init()
    (id, number, login, age) = (row.id, scattered(row.id), row.name, row.age)
    (score, opened, closed, visits) = (row.score, row.seconds, row.closed, row.count)
  }
}

extension CheckedMember {
  /// Creates an unmanaged member with the values of a row.
  convenience init(_ row: Generator.Row) {
    self.init()
    (id, number, login, age) = (row.id, scattered(row.id), row.name, row.age)
    (score, opened, closed, visits) = (row.score, row.seconds, row.closed, row.count)
  }
}

extension RuledMember {
  /// Creates an unmanaged member with the values of a row.
  convenience init(_ row: Generator.Row) {
    self.init()
    (id, number, login, age) = (row.id, scattered(row.id), row.name, row.age)
    (score, opened, closed, visits) = (row.score, row.seconds, row.closed, row.count)
  }
}
