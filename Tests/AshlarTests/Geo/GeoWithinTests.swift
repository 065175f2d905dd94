import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("geoWithin")
struct GeoWithinTests {
  private let sweden: GeoBox = GeoBox(bottomLeft: (55, 11), topRight: (69, 24))!

  private func realm() throws -> Realm {
    let realm = try memoryRealm(GeoSchema.types)
    try realm.write {
      func add(_ name: String, _ spot: Spot?, _ spots: [Spot] = []) -> Sight {
        let sight = Sight()
        sight.name = name
        sight.spot = spot
        sight.spots.append(objectsIn: spots)
        realm.add(sight)
        return sight
      }
      let stockholm = add("Stockholm", Spot(59.33, 18.07))
      add("Oslo", Spot(59.91, 10.75), [Spot(59.33, 18.07), Spot(-37, 175)]).near = stockholm
      _ = add("Auckland", Spot(-36.85, 174.76), [Spot(-37, 175)])
      _ = add("Nowhere", nil)
      _ = add("Line", Spot(value: ["LineString", [18.07, 59.33]]))
      _ = add("Lower case", Spot(value: ["pOiNt", [18.07, 59.33, 12]]))
      _ = add("Half", Spot(value: ["Point", [18.07]]))
      _ = add("Too far", Spot(value: ["Point", [18.07, 159.33]]))
    }
    return realm
  }

  private func names(_ sights: Results<Sight>) -> [String] { sights.map(\.name) }

  @Test("finds the embedded objects that are points in a shape")
  func finds() throws {
    let sights = try realm().objects(Sight.self)
    #expect(names(sights.where { $0.spot.geoWithin(sweden) }) == ["Stockholm", "Lower case"])
    let near = GeoCircle(center: (59.91, 10.75), radius: try #require(Distance.kilometers(420)))
    #expect(names(sights.where { $0.spot.geoWithin(near!) }) == ["Stockholm", "Oslo", "Lower case"])
    let south = try #require(GeoPolygon(outerRing: [(-30, 170), (-30, -170), (-50, -170), (-50, 170), (-30, 170)]))
    #expect(names(sights.where { $0.spot.geoWithin(south) }) == ["Auckland"])
  }

  @Test("negated also finds what is no point or nil")
  func negated() throws {
    let sights = try realm().objects(Sight.self)
    let others = ["Oslo", "Auckland", "Nowhere", "Line", "Half", "Too far"]
    #expect(names(sights.where { !$0.spot.geoWithin(sweden) }) == others)
    #expect(names(sights.filter("NOT spot GEOWITHIN %@", sweden)) == others)
  }

  @Test("geoWithin on a list finds objects with any point in a shape, also through a link and in combinations")
  func lists() throws {
    let sights = try realm().objects(Sight.self)
    #expect(names(sights.where { $0.spots.geoWithin(sweden) }) == ["Oslo"])
    #expect(names(sights.filter("ANY spots IN %@", sweden)) == ["Oslo"])
    #expect(names(sights.filter("NONE spots IN %@ AND spots.@count > 0", sweden)) == ["Auckland"])
    #expect(names(sights.where { $0.near.spot.geoWithin(sweden) && $0.name == "Oslo" }) == ["Oslo"])
    #expect(names(sights.where { ($0.spots.geoWithin(sweden)).count > 0 }) == ["Oslo"])
  }

  @Test("sees what a write stores")
  func writing() throws {
    let realm = try realm()
    let found = realm.objects(Sight.self).where { $0.spot.geoWithin(sweden) }
    #expect(found.count == 2)
    realm.beginWrite()
    found[0].spot?.coordinates[1] = -59
    #expect(found.count == 1)
    realm.cancelWrite()
    #expect(found.count == 2)
  }

  @Test(
    "is observed: an object enters and leaves the results when its type changes, also behind a link",
    arguments: [nil, ["name"]] as [[String]?])
  func observed(keyPaths: [String]?) throws {
    let realm = try realm()
    let sights = realm.objects(Sight.self)
    let line = try #require(sights.where { $0.name == "Line" }.first)
    try realm.write { sights.where { $0.name == "Auckland" }.first?.near = line }
    let (calls, behind) = (Calls(), Calls())
    let tokens = [
      sights.where { $0.spot.geoWithin(sweden) }.observe(keyPaths: keyPaths) { calls.add($0) },
      sights.where { $0.near.spot.geoWithin(sweden) }.observe(keyPaths: keyPaths) { behind.add($0) },
    ]
    realm.refresh()
    #expect(calls.take() == ["initial"])
    #expect(behind.take() == ["initial"])
    try realm.write { line.spot?.type = "Point" }
    realm.refresh()
    #expect(calls.take() == ["-[] +[1] ~[]"])
    #expect(behind.take() == ["-[] +[1] ~[]"])
    try realm.write { line.spot?.type = "LineString" }
    realm.refresh()
    #expect(calls.take() == ["-[1] +[] ~[]"])
    #expect(behind.take() == ["-[1] +[] ~[]"])
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "in text takes shapes as arguments and written, in both dialects",
    arguments: [
      "spot IN geoBox([11, 55], [24, 69])", "spot GEOWITHIN geoBox([11.0, 55, 7], [24, 69])", "spot geoWithin geobox([%@, 55], [24, %@])",
      "spot IN geoBox([$0, 55], [24, $1])", "spot IN geoPolygon({[11, 55], [24, 55], [24, 69], [11, 69], [11, 55]})",
      "spot IN geoPolygon({[11, 55], [24, 55], [24, 69], [11, 69], [11, 55]}, {[12, 56], [13, 56], [13, 57], [12, 56]})",
      "spot IN geoCircle([18, 59.3], 0.01)", "(spot IN geoCircle([18, 59.3], 1e-2)) AND name != 'Oslo'",
      "SUBQUERY(spots, $s, $s.type == 'x').@count == 0 AND spot IN geoCircle([18, 59.3], 0.01)",
    ])
  func text(_ text: String) throws {
    let sights = try realm().objects(Sight.self)
    let arguments: [Any] = text.contains("%@") || text.contains("$1") ? [11, 69] : []
    #expect(names(sights.filter(RealmPredicate(format: text, argumentArray: arguments))) == ["Stockholm", "Lower case"])
  }

  @Test("prints as text with the same result")
  func printing() throws {
    let sights = try realm().objects(Sight.self)
    let conditions: [(String, (Query<Sight>) -> Query<Bool>)] = [
      ("(spot IN %@)", { $0.spot.geoWithin(sweden) }),
      ("NOT (spot IN %@)", { !$0.spot.geoWithin(sweden) }),
      ("(ANY spots IN %@)", { $0.spots.geoWithin(sweden) }),
      ("((near.spot IN %@) && (name == %@))", { $0.near.spot.geoWithin(sweden) && $0.name == "Oslo" }),
    ]
    for (text, condition) in conditions {
      let (printed, arguments) = condition(Query<Sight>._constructForTesting())._constructPredicate()
      #expect(printed == text)
      #expect(arguments.first as? GeoBox == sweden)
      #expect(names(sights.filter(RealmPredicate(format: printed, argumentArray: arguments))) == names(sights.where(condition)))
    }
    #expect(sights.where { $0.spot.geoWithin(sweden) }.explain().outline.contains("spot GEOWITHIN GeoBox"))
  }

  @Test(
    "in text says what is wrong, and where",
    arguments: [
      (
        "‸near IN geoBox([0, 0], [1, 1])",
        "A GEOWITHIN query can only operate on a link to an embedded class but 'Sight' is at the top level."
      ),
      ("‸name IN geoBox([0, 0], [1, 1])", "A GEOWITHIN query can only operate on a link to an embedded class, and 'name' is not a link."),
      (
        "‸untyped IN geoBox([0, 0], [1, 1])",
        "Query 'untyped' links to data in the wrong format for a geoWithin query: 'Untyped' needs 'type: String' and 'coordinates: List<Double>'."
      ),
      (
        "spot IN ‸geoBox([0, 10], [1, 1])",
        "Invalid region in GEOWITHIN query for parameter 'GeoBox([0.0, 10.0], [1.0, 1.0])': 'the latitude of 'bottomLeft' is greater than "
          + "that of 'topRight''."
      ),
      (
        "spot IN geoBox([‸0, 91], [1, 1])",
        "'[0.0, 91.0]' is not a point: longitudes are between -180 and 180, and latitudes, which are second, between -90 and 90."
      ),
      ("spot IN geoCircle([0, 0], ‸-1)", "A radius must not be negative."),
      ("spot IN ‸geoPolygon({[0, 0], [1, 0], [1, 1]})", "A ring must have at least four points, and its last point must equal the first."),
      ("spot IN geoCircle([0, 0]‸)", "Expected ',' and the radius in radians, found ')'."),
      ("spot IN geoCircle(‸0, 0)", "Expected a point, '[longitude, latitude]', found '0'."),
      ("spot IN geoCircle([0, ‸name], 1)", "Expected a number or an argument."),
      ("spot IN geoBox([0, 0], [1, 1]‸", "Expected ')' for the parenthesis of 'geoBox', found the end."),
      ("spot IN geoPolygon(‸[0, 0])", "Expected a ring of points, '{[0, 0], [1, 0], [1, 1], [0, 0]}', found '['."),
      ("spot GEOWITHIN‸[c] %@", "'GEOWITHIN' does not compare text, so it takes no options."),
      ("spot ‸GEOWITHIN 3", "'GEOWITHIN' compares a link to an embedded object with a shape: 'geoBox', 'geoCircle' or 'geoPolygon'."),
      (
        "spot ‸== geoBox([0, 0], [1, 1])",
        "'GEOWITHIN' compares a link to an embedded object with a shape: 'geoBox', 'geoCircle' or 'geoPolygon'."
      ),
      ("ALL ‸spots IN geoBox([0, 0], [1, 1])", "'ALL' is not supported for points: write 'ANY' or 'NONE'."),
      ("ANY ‸spot IN geoBox([0, 0], [1, 1])", "'ANY' requires a collection, and 'spot' is a single value: omit the quantifier."),
    ])
  func errors(marked: String, message: String) throws {
    let text = marked.replacing("‸", with: "")
    let position = marked.firstIndex(of: "‸").map { marked.distance(from: marked.startIndex, to: $0) }
    let sights = try realm().objects(Sight.self)
    let arguments: [Any] = text.contains("%@") ? [1] : []
    let error = #expect(throws: RealmPredicateError.self) { try RealmPredicate(parsing: text, arguments: arguments).check(on: sights) }
    #expect(error?.message == message)
    #expect(error?.position == position)
  }

  @Test("geoWithin on a property without points stops the program")
  func misuse() async {
    let wrong = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let box = GeoBox(bottomLeft: (0, 0), topRight: (1, 1))!
      _ = try memoryRealm(GeoSchema.types).objects(Sight.self).where { $0.untyped.geoWithin(box) }.count
    }
    #expect(errorText(wrong).contains("Query 'untyped' links to data in the wrong format for a geoWithin query"))
    let invalid = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let box = GeoBox(bottomLeft: (1, 0), topRight: (0, 1))!
      _ = try memoryRealm(GeoSchema.types).objects(Sight.self).where { $0.spot.geoWithin(box) }
    }
    #expect(errorText(invalid).contains("Invalid region in GEOWITHIN query for parameter 'GeoBox([0.0, 1.0], [1.0, 0.0])'"))
  }
}
