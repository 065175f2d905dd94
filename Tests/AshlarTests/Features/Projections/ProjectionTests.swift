import Ashlar
import Concerts
import Foundation
import Testing

@Suite("Generated projections")
struct ProjectionTests {
  @Test("every kind of path shows what it leads to")
  func paths() throws {
    let season = try Season()
    let card = try #require(season.card("Suites"))
    #expect(card.name == "Suites" && card.minutes == 95 && card.city == "Oslo" && card.seats == 100 && card.street == nil)
    #expect(card.conductor == "Aas" && card.teacherOfConductor == nil)
    #expect(card.conductorsPupils.map { Array($0) } == ["Lind", "Moe"])
    #expect(Array(card.names) == ["Lind", "Moe"] && Array(card.cities) == ["Bergen", "Oslo"] && Array(card.births) == [nil, nil])
    #expect(card.teachers.map { $0?.familyName } == ["Aas", nil] && Array(card.pupilCounts) == [0, 0])
    #expect(card.encoreCount == 1 && card.firstEncore == "Air on Suites" && card.lastPlayer?.familyName == "Moe")
    #expect(card.guestNames.sorted() == ["Lind", "Moe"] && card.guestCities.compactMap(\.self).sorted() == ["Bergen", "Oslo"])
    #expect(card.firstTag == "new" && card.priceCount == 1)
    #expect(card.shouting == "SUITES" && card.start == 95 && card.class == 1.5)
    let other = try #require(season.card("Trios"))
    #expect(other.city == nil && other.conductor == nil && other.conductorsPupils == nil && other.place == nil)
    let musician = MusicianCard(projecting: try #require(season.musician("Lind")))
    #expect(musician.performances.count == 2 && musician.performanceCount == 2 && musician.nextPerformance?.title == "Suites")
    #expect(musician.mainInstrument == .cello && musician.instruments.count == 2)
  }

  @Test("writes go to the object")
  func writing() throws {
    let season = try Season()
    let card = try #require(season.card("Suites"))
    try season.realm.write {
      card.name = "Sonatas"
      card.minutes = 80
      card.place = nil
      card.class = 3
      card.players = List()
    }
    #expect(card.rootObject.title == "Sonatas" && card.rootObject.minutes == 80 && card.city == nil && card.names.isEmpty)
    #expect(season.realm.objects(Performance.self).where { $0.title == "Sonatas" }.count == 1)
  }

  @Test("a view of an unmanaged or an embedded object is one like any other")
  func unmanaged() throws {
    let performance = Performance()
    performance.venue = Venue()
    performance.venue?.city = "Rome"
    let card = PerformanceCard(projecting: performance)
    card.name = "Arias"
    #expect(performance.title == "Arias" && card.city == "Rome" && card.realm == nil && !card.isInvalidated && card.names.isEmpty)
    #expect(VenueCard(projecting: try #require(performance.venue)).place == "Rome")
    let musician = Musician()
    musician.familyName = "Aas"
    performance.players.append(musician)
    #expect(Array(card.names) == ["Aas"] && card.lastPlayer === musician)
  }

  @Test("views are equal when their objects are the same row")
  func equality() throws {
    let season = try Season()
    let first = try #require(season.realm.objects(PerformanceCard.self).first)
    let again = PerformanceCard(projecting: try #require(season.realm.objects(Performance.self).first))
    #expect(first == again && first !== again && Set([first, again]).count == 1)
    #expect(first != season.realm.objects(PerformanceCard.self).last)
    let (one, two) = (Venue(), Venue())
    #expect(VenueCard(projecting: one) == VenueCard(projecting: one) && VenueCard(projecting: one) != VenueCard(projecting: two))
    #expect(Set([VenueCard(projecting: one), VenueCard(projecting: one), VenueCard(projecting: two)]).count == 2)
    #expect(first.id == again.id)
  }

  @Test("a projection is invalidated with its object")
  func invalidation() throws {
    let season = try Season()
    let card = try #require(season.card("Trios"))
    #expect(card.realm == season.realm && !card.isInvalidated)
    try season.realm.write { season.realm.delete(card.rootObject) }
    #expect(card.isInvalidated && card.realm == nil && card.description.hasSuffix("> {\n\t[invalid object]\n}"))
  }

  @Test("a description names each property, its origin and its value")
  func description() throws {
    let season = try Season()
    let venue = Venue()
    venue.city = "Rome"
    let card = VenueCard(projecting: venue)
    let lines = card.description.split(separator: "\n")
    #expect(lines.first?.hasPrefix("VenueCard<Venue> <0x") == true && lines.first?.hasSuffix("> {") == true)
    #expect(lines.dropFirst() == ["\tplace(\\.city) = Rome;", "\tboss(\\.architect.familyName) = nil;", "}"])
    let text = try #require(season.card("Suites")).description
    #expect(text.contains("\tconductor(\\.conductor.familyName) = Aas;\n"))
    #expect(text.contains("\tnames(\\.players) = ProjectedCollection<String> {\n\t[0] Lind\n\t[1] Moe\n};\n"))
    #expect(text.contains("\tshouting(\\.title) = SUITES;\n"))
  }

  @Test("the class states its properties and their origins, and is called as its objects are")
  func table() {
    #expect(VenueCard._projected.map(\.label) == ["place", "boss"] && VenueCard._projected.first?.origin == \Venue.city)
    #expect(MusicianCard._derived.map(\.label) == ["performanceCount", "nextPerformance", "mainInstrument"])
    #expect(VenueCard._derived.isEmpty && BareCard._projected.isEmpty)
    #expect(VenueCard.className() == "Venue")
    #expect(_name(for: \PerformanceCard.teacherOfConductor) == "conductor.teacher.familyName")
    #expect(_name(for: \PerformanceCard.cities) == "players" && _name(for: \PerformanceCard.shouting) == "title")
  }
}
