import AshlarSchema
import AshlarStore

/// The matching rows of a table, in key order, as bits: 64 consecutive rows are one word.
struct MatchedRows {
  struct Word {
    let firstKey: Int64
    let bits: UInt64
  }

  private(set) var words: [Word] = []
  private(set) var count = 0

  mutating func append(_ bits: ClusterBits, from firstKey: Int64) {
    for word in 0..<4 where bits[word] != 0 {
      words.append(Word(firstKey: firstKey + Int64(word * 64), bits: bits[word]))
      count += bits[word].nonzeroBitCount
    }
  }

  var keys: [Int64] {
    if count == 0 { return [] }
    return [Int64](unsafeUninitializedCapacity: count) { keys, filled in
      for word in words {
        var bits = word.bits
        while bits != 0 {
          keys.initializeElement(at: filled, to: word.firstKey + Int64(bits.trailingZeroBitCount))
          filled += 1
          bits &= bits - 1
        }
      }
    }
  }
}

/// Iterates over matched rows without creating a list of their keys, and with one look-up per 64 rows.
final class MatchSource: IterationSource {
  private let rows: MatchedRows
  private let table: TableDefinition
  private let rowEntity: _Entity
  private var next = 0

  init(_ rows: MatchedRows, _ table: TableDefinition, _ entity: _Entity) {
    self.rows = rows
    self.table = table
    rowEntity = entity
  }

  override var entity: _Entity? { rowEntity }

  override func advance(_ iteration: inout _Iteration) -> Bool {
    guard next < rows.words.count else { return false }
    let word = rows.words[next]
    next += 1
    let slot = Int(word.firstKey) & (table.layout.capacity - 1)
    iteration.bits = word.bits
    iteration.firstSlot = slot
    iteration.firstKey = word.firstKey - Int64(slot)
    iteration.generation = 0
    return true
  }
}
