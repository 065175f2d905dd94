import Ashlar
import Concerts
import Foundation
import Testing

private class HandCard: Projection<Performance> {
  @Projected(\Performance.title) var name
  @Projected(\Performance.venue?.city) var city
  @Projected(\Performance.players.projectTo.familyName) var names
  @Projected(\Performance.players) var players
  @Projected(\Performance.title.localizedUppercase) var shouting
}

private final class LongCard: HandCard {
  @Projected(\Performance.minutes) var minutes
}

/// Shows something else to reflection.
private final class ShyCard: Projection<Performance>, CustomReflectable {
  @Projected(\Performance.title) var name
  var customMirror: Mirror { Mirror(self, children: ["nothing": 0]) }
}

private final class EmptyCard: Projection<Musician> {
  @Projected(\Musician.isSelected) var isSelected
}

@Suite("Projections written by hand")
struct HandWrittenProjectionTests {
  @Test("they show and set what their key paths lead to, as generated ones do")
  func reading() throws {
    let season = try Season()
    let cards = season.realm.objects(HandCard.self)
    #expect(cards.map(\.name) == ["Suites", "Trios", "Songs"] && cards.map(\.city) == ["Oslo", nil, "Bergen"])
    let card = try #require(cards.first)
    #expect(Array(card.names) == ["Lind", "Moe"] && card.shouting == "SUITES")
    try season.realm.write {
      card.name = "Sonatas"
      card.players = List()
    }
    #expect(card.rootObject.title == "Sonatas" && card.names.isEmpty)
    #expect(PerformanceCard(projecting: card.rootObject) == (card as Projection<Performance>))
  }

  @Test("their labels are names for sorting, also those of a subclass and before any is made")
  func labels() throws {
    let season = try Season()
    let cards = season.realm.objects(LongCard.self)
    #expect(cards.sorted(byKeyPath: "city").map(\.name) == ["Songs", "Suites", "Trios"])
    #expect(cards.sorted(by: \.minutes).map(\.minutes) == [60, 95, 120])
    #expect(cards.where { $0.name == "Trios" }.first?.minutes == 60 && cards.sum(of: \.minutes) == 275)
    let lines = try #require(cards.first).description.split(separator: "\n")
    #expect(lines.dropFirst().first == "\tname(\\.title) = Suites;" && lines.contains("\tminutes(\\.minutes) = 95;"))
  }

  @Test("their labels do not come from what they show to reflection")
  func mirror() throws {
    let season = try Season()
    let cards = season.realm.objects(ShyCard.self)
    #expect(cards.sorted(byKeyPath: "name").map(\.name) == ["Songs", "Suites", "Trios"])
    #expect(try #require(cards.first).description.contains("\tname(\\.title) = Suites;"))
  }

  @Test("a path that cannot be written to stops the program when it is")
  func readOnly() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let card = HandCard(projecting: Performance())
      card.city = "Rome"
    }
    #expect(errorText(result).contains("This projected property of 'HandCard' cannot be set: its key path is not writable."))
  }

  @Test("a property without a stored one stops the program when the first projection is created, not before")
  func nothingStored() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let season = try Season()
      let cards = season.realm.objects(EmptyCard.self)
      guard cards.count == 3 else { return }
      _ = cards.first
    }
    #expect(
      errorText(result).contains(
        "@Projected property 'EmptyCard.isSelected' must be a part of Realm object: its key path touches no stored property of 'Musician'.")
    )
  }
}
