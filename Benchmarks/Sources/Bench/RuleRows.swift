import Ashlar
import BenchRules
import Foundation

/// A number for each row, in no order, and each number once.
func scattered(_ id: Int) -> Int { Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: id) &* 0x9E37_79B9_7F4A_7C15) }

// By hand, once for each class: a function of a protocol would cost as much as what is compared.

extension NameIndexed {
  /// An unmanaged object with the values of a row.
  convenience init(_ row: Generator.Row) {
    self.init()
    id = row.id
    name = row.name
    score = row.score
    count = row.count
    flag = row.flag
    created = row.created
    note = row.note
  }
}

extension NameUnique {
  /// An unmanaged object with the values of a row.
  convenience init(_ row: Generator.Row) {
    self.init()
    id = row.id
    name = row.name
    score = row.score
    count = row.count
    flag = row.flag
    created = row.created
    note = row.note
  }
}

extension CountIndexed {
  /// An unmanaged object with the values of a row, and a number of its own.
  convenience init(_ row: Generator.Row) {
    self.init()
    id = row.id
    name = row.name
    score = row.score
    count = scattered(row.id)
    flag = row.flag
    created = row.created
    note = row.note
  }
}

extension CountUnique {
  /// An unmanaged object with the values of a row, and a number of its own.
  convenience init(_ row: Generator.Row) {
    self.init()
    id = row.id
    name = row.name
    score = row.score
    count = scattered(row.id)
    flag = row.flag
    created = row.created
    note = row.note
  }
}

extension FreeMember {
  /// An unmanaged object with the values of a row, which satisfy the rules of the other two types.
  convenience init(_ row: Generator.Row) {
    self.init()
    id = row.id
    number = scattered(row.id)
    login = row.name
    age = row.count % 151
    score = row.score
    opened = row.seconds
    closed = row.flag ? row.seconds + row.count : nil
    visits = row.count
  }
}

extension CheckedMember {
  /// An unmanaged object with the values of a row.
  convenience init(_ row: Generator.Row) {
    self.init()
    id = row.id
    number = scattered(row.id)
    login = row.name
    age = row.count % 151
    score = row.score
    opened = row.seconds
    closed = row.flag ? row.seconds + row.count : nil
    visits = row.count
  }
}

extension RuledMember {
  /// An unmanaged object with the values of a row.
  convenience init(_ row: Generator.Row) {
    self.init()
    id = row.id
    number = scattered(row.id)
    login = row.name
    age = row.count % 151
    score = row.score
    opened = row.seconds
    closed = row.flag ? row.seconds + row.count : nil
    visits = row.count
  }
}
