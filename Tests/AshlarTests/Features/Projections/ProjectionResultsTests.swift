import Ashlar
import Concerts
import Testing

@Suite("Results of projections")
struct ProjectionResultsTests {
  @Test("they are views of all objects, live, and made on each access")
  func all() throws {
    let season = try Season()
    let cards = season.realm.objects(PerformanceCard.self)
    #expect(cards.count == 3 && cards.map(\.name) == ["Suites", "Trios", "Songs"] && cards[1].name == "Trios")
    #expect(cards[0] == cards[0] && cards[0] !== cards[0] && cards.realm == season.realm)
    #expect(cards.index(of: cards[2]) == 2)
    var names: [String] = []
    for card in cards { names.append(card.name) }
    #expect(names == ["Suites", "Trios", "Songs"])
    try season.realm.write { season.realm.add(Performance()) }
    #expect(cards.count == 4 && cards.last?.name == "")
    #expect(cards.description.contains("\tname(\\.title) = Trios;\n"))
  }

  @Test("conditions on projected properties are conditions on their origins")
  func conditions() throws {
    let cards = try Season().realm.objects(PerformanceCard.self)
    #expect(cards.where { $0.minutes > 90 && $0.city == "Oslo" }.map(\.name) == ["Suites"])
    #expect(cards.where { $0.conductor.starts(with: "L") || $0.city == nil }.map(\.name) == ["Trios", "Songs"])
    #expect(cards.where { $0.players.familyName == "Aas" }.map(\.name) == ["Trios"])
    #expect(cards.where { $0.players.count == 0 }.map(\.name) == ["Songs"])
    #expect(cards.where { $0.place.city == "Bergen" }.map(\.name) == ["Songs"])
    #expect(cards.where { $0.name.in(["Songs", "Trios"]) }.where { $0.minutes < 100 }.map(\.name) == ["Trios"])
  }

  @Test("names in texts are projected ones first, then those of the objects")
  func names() throws {
    let season = try Season()
    let cards = season.realm.objects(PerformanceCard.self)
    #expect(cards.sorted(byKeyPath: "name").map(\.name) == ["Songs", "Suites", "Trios"])
    #expect(cards.sorted(byKeyPath: "title", ascending: false).map(\.name) == ["Trios", "Suites", "Songs"])
    #expect(cards.sorted(byKeyPath: "place.city").map { $0.city ?? "-" }.first == "Bergen")
    // Here the two names are swapped.
    let musicians = season.realm.objects(MusicianCard.self)
    #expect(musicians.sorted(byKeyPath: "firstName").map(\.familyName) == ["Bo", "Ada", "Cy"])
    #expect(musicians.sorted(by: \.familyName).map(\.firstName) == ["Lind", "Aas", "Moe"])
    #expect(
      musicians.sorted(by: [SortDescriptor(keyPath: "seating"), SortDescriptor(keyPath: "firstName")]).map(\.familyName) == [
        "Bo", "Ada", "Cy",
      ])
    #expect(cards.sorted(by: \.conductor).map(\.conductor) == ["Aas", "Lind", nil])
  }

  @Test("aggregates are those of the origins")
  func aggregates() throws {
    let cards = try Season().realm.objects(PerformanceCard.self)
    #expect(cards.sum(of: \.minutes) == 275 && cards.max(of: \.minutes) == 120 && cards.min(ofProperty: "minutes") as Int? == 60)
    #expect(cards.where { $0.minutes != 95 }.average(of: \.minutes) == 90)
    #expect(cards.average(ofProperty: "minutes") as Double? == 275.0 / 3 && cards.sum(ofProperty: "minutes") as Int == 275)
    #expect(cards.max(ofProperty: "class") as Double? == 1.5)
  }

  @Test("properties computed from stored values cannot be used in conditions and orders")
  func derived() async {
    let filtered = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Season().realm.objects(PerformanceCard.self).where { $0.shouting == "TRIOS" }
    }
    #expect(
      errorText(filtered).contains(
        "'PerformanceCard.shouting' is computed from 'Performance.title' and is not stored: filter, sort and aggregate by stored "
          + "properties."
      ))
    let sorted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Season().realm.objects(PerformanceCard.self).sorted(byKeyPath: "encoreCount")
    }
    #expect(errorText(sorted).contains("'PerformanceCard.encoreCount' is computed from 'Performance.encores' and is not stored"))
    let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Season().realm.objects(PerformanceCard.self).sorted(byKeyPath: "nothing")
    }
    #expect(errorText(unknown).contains("Property 'nothing' not found in object of type 'Performance'"))
  }
}
