import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Random writes to rows with a key of several columns, compared with a dictionary.
@Suite("Primary keys of several columns against a dictionary", .blocking)
struct CompoundKeyModelTests {
  private static let long = String(repeating: "a long code ", count: 60)

  // Few values, so that keys repeat. Two areas give keys with equal hashes, of which half of the writes have both.
  private func randomSeat(_ random: inout SeededGenerator) -> Seat {
    let areas = [EqualHashes.first, EqualHashes.second, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))]
    let codes = ["", "a", "a\0", CompoundKeyModelTests.long]
    return Seat(
      area: areas.randomElement(using: &random) ?? areas[0], row: Int64.random(in: -2...12, using: &random),
      code: codes.randomElement(using: &random) ?? "", note: Int64.random(in: 0..<100, using: &random))
  }

  private func key(_ seat: Seat) -> Seat { Seat(area: seat.area, row: seat.row, code: seat.code) }

  @Test(
    "every key finds its row: in a write, after it, after a cancelled one, and in another session",
    arguments: 1...6 as ClosedRange<UInt64>)
  func random(_ seed: UInt64) throws {
    print("keys of several columns: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var seats = try SeatStore(EnvironmentRegistry.open(path: path))
    // The rows by their keys: seats without a note.
    var model: [Seat: Int64] = [:]
    var notes: [Int64: Int64] = [:]
    for round in 0..<80 {
      var (next, nextNotes) = (model, notes)
      try seats.session.beginWrite()
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let seat = randomSeat(&random)
        let known = next[key(seat)]
        #expect(try seats.find(seat) == known, "seed \(seed), round \(round)")
        switch (Int.random(in: 0..<4, using: &random), known) {
        case (0, let row?), (1, let row?):
          try seats.session.delete(0, row)
          next[key(seat)] = nil
          nextNotes[row] = nil
        case (_, let row?):
          try seats.store.set(0, row, 3, .int(seat.note))
          nextNotes[row] = seat.note
        case (_, nil):
          let row = try #require(try seats.insert(seat))
          next[key(seat)] = row
          nextNotes[row] = seat.note
        }
      }
      if random.once(in: 5) {
        seats.session.cancelWrite()
      } else {
        try seats.session.commitWrite(sync: false)
        (model, notes) = (next, nextNotes)
      }
      if random.once(in: 8) {
        seats = try SeatStore(EnvironmentRegistry.open(path: path))
      }
      try check(seats, model, notes, "seed \(seed), round \(round)")
    }
    #expect(try seats.store.contradictions() == [], "seed \(seed)")
    #expect(seats.session.count(0) == model.count)
    _ = try FileInspection.read(path, checksums: true)
  }

  private func check(_ seats: SeatStore, _ model: [Seat: Int64], _ notes: [Int64: Int64], _ place: Comment) throws {
    var random = SeededGenerator(seed: 1)
    for (seat, row) in model { #expect(try seats.find(seat) == row, place) }
    for _ in 0..<20 {
      let seat = key(randomSeat(&random))
      #expect(try seats.find(seat) == model[seat], place)
    }
    let stored = try seats.seats()
    #expect(stored.mapValues(\.note) == notes, place)
    #expect(Set(stored.values.map(key)) == Set(model.keys), place)
  }
}
