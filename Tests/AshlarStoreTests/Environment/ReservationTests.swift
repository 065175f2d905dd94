import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("The address space that is reserved for a file")
struct ReservationTests {
  @Test("is 64 GB at least, and four times what the file has, as a power of two")
  func sizes() {
    let gigabyte = 1 << 30
    #expect(Reservation.bytes(for: 0) == 64 * gigabyte)
    #expect(Reservation.bytes(for: 16 * gigabyte) == 64 * gigabyte)
    #expect(Reservation.bytes(for: 16 * gigabyte + 1) == 128 * gigabyte)
    #expect(Reservation.bytes(for: 300 * gigabyte) == 2048 * gigabyte)
    #expect(Reservation.attempts(for: 0) == [64 * gigabyte, 16 * gigabyte, 4 * gigabyte])
    #expect(Reservation.attempts(for: 10 * gigabyte) == [64 * gigabyte, 16 * gigabyte])
    #expect(Reservation.attempts(for: 20 * gigabyte) == [128 * gigabyte])
    // A thousand files leave room for the rest of the process.
    #expect(1000 * Reservation.least < 1 << 46)
  }

  @Test("takes in a file that is about to be filled")
  func expected() throws {
    let folder = try TemporaryFolder()
    let engine = try LMDBEngine(path: folder.file("store"), inMemory: false, expecting: 100 << 30)
    #expect(engine.reservation >= 400 << 30)
  }

  // Commits a megabyte at a time until that throws. Returns how many rows are stored.
  private func fill(_ store: SampleStore, until most: Int) throws -> Int {
    while store.session.count(SampleSchema.wide) < most {
      try store.session.beginWrite()
      do {
        for number in 0..<1000 {
          let text = String(repeating: "\(number % 10)", count: 100)
          try store.insert(SampleSchema.wide, [CellValue](repeating: .text(text), count: store.columns(SampleSchema.wide).count))
        }
        try store.session.commitWrite(sync: false)
      } catch {
        if store.session.isWriting { store.session.cancelWrite() }
        throw error
      }
    }
    return store.session.count(SampleSchema.wide)
  }

  @Test(
    "is all that a file may take until it is opened again: a commit that does not fit stores nothing, and the next opening reserves more",
    .enabled(if: Sealing.isOptional))
  func full() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var stored = 0
    do {
      let store = try SampleStore(LMDBEngine(path: path, inMemory: false, reserving: 8 << 20))
      #expect(throws: StoreError.reservationFull(path: path)) { try fill(store, until: 20_000) }
      stored = store.session.count(SampleSchema.wide)
      #expect(stored >= 2000)
      #expect(try store.contradictions() == [])
      // What fits is still stored.
      try store.addNumberedToken(.full)
    }
    let store = try SampleStore(path: path)
    #expect(store.session.count(SampleSchema.wide) == stored)
    #expect(try store.tokenNumbers() == [1])
    #expect(try fill(store, until: 20_000) == 20_000)
    #expect(try store.contradictions() == [])
  }
}
