import Ashlar
import Foundation
import Testing

@Suite("Foundation's types as custom types")
struct FoundationTypeTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func marker(_ realm: Realm) throws -> Marker {
    let (home, other) = (try url("https://example.org/home"), try url("https://example.org/other"))
    return try realm.write {
      let marker = Marker()
      marker.url = home
      marker.maybeURL = other
      marker.urls.append(objectsIn: [home, other])
      marker.position = CGPoint(x: 1.5, y: 2.5)
      marker.maybePosition = CGPoint(x: -1, y: 0)
      marker.path.append(objectsIn: [CGPoint(x: 0, y: 0), CGPoint(x: 3, y: 4)])
      marker.places["a"] = CGPoint(x: 5, y: 6)
      realm.add(marker)
      return marker
    }
  }

  @Test("a URL stored as text is written and read, in lists too")
  func urls() throws {
    let realm = try memoryRealm(MarkerSchema.types)
    let marker = try marker(realm)
    #expect(try marker.url == url("https://example.org/home"))
    #expect(try marker.maybeURL == url("https://example.org/other"))
    #expect(marker.urls.map(\.absoluteString) == ["https://example.org/home", "https://example.org/other"])
    let changed = try url("https://example.org/changed")
    try realm.write {
      marker.url = changed
      marker.urls[0] = changed
      marker.maybeURL = nil
    }
    #expect(marker.url == changed && marker.urls[0] == changed && marker.maybeURL == nil)
  }

  @Test("a CGPoint stored as an embedded object is written and read, in lists and maps too")
  func points() throws {
    let realm = try memoryRealm(MarkerSchema.types)
    let marker = try marker(realm)
    #expect(marker.position == CGPoint(x: 1.5, y: 2.5) && marker.maybePosition == CGPoint(x: -1, y: 0))
    #expect(Array(marker.path) == [CGPoint(x: 0, y: 0), CGPoint(x: 3, y: 4)])
    #expect(marker.places["a"] == CGPoint(x: 5, y: 6))
    try realm.write {
      marker.position = CGPoint(x: 9, y: 9)
      marker.path[1] = CGPoint(x: 7, y: 8)
      marker.path.append(CGPoint(x: 1, y: 1))
      marker.maybePosition = nil
      marker.places["b"] = CGPoint(x: 2, y: 2)
    }
    #expect(marker.position == CGPoint(x: 9, y: 9) && marker.maybePosition == nil)
    #expect(Array(marker.path) == [CGPoint(x: 0, y: 0), CGPoint(x: 7, y: 8), CGPoint(x: 1, y: 1)])
    #expect(marker.places["b"] == CGPoint(x: 2, y: 2))
  }

  @Test("both are found by conditions")
  func queries() throws {
    let realm = try memoryRealm(MarkerSchema.types)
    let (marker, home, other) = (try marker(realm), try url("https://example.org/home"), try url("https://example.org/none"))
    let markers = realm.objects(Marker.self)
    #expect(markers.where { $0.url == home }.first?.isSameObject(as: marker) == true)
    #expect(markers.where { $0.url == other }.isEmpty)
    #expect(markers.where { $0.position == CGPoint(x: 1.5, y: 2.5) }.count == 1)
    #expect(markers.where { $0.position == CGPoint(x: 1.5, y: 0) }.isEmpty)
  }

  @Test("both are given by name and in dictionaries, as themselves and as what they are stored as")
  func untyped() throws {
    let realm = try memoryRealm(MarkerSchema.types)
    let home = try url("https://example.org/home")
    let marker = try realm.write {
      realm.create(
        Marker.self,
        value: [
          "url": home, "maybeURL": "https://example.org/x", "urls": [home, "https://example.org/y"] as [Any],
          "position": CGPoint(x: 1, y: 2), "maybePosition": ["x": CGFloat(3), "y": 4],
          "path": [CGPoint(x: 5, y: 6), [7, 8], ["x": 9.5]] as [Any], "places": ["a": CGPoint(x: 1, y: 1), "b": NSNull()],
          "maybePlaces": ["c": NSNull(), "d": [2, 2]] as [String: Any],
        ])
    }
    #expect(marker.url == home && marker.maybeURL?.lastPathComponent == "x" && marker.urls[1].lastPathComponent == "y")
    #expect(marker.position == CGPoint(x: 1, y: 2) && marker.maybePosition == CGPoint(x: 3, y: 4))
    #expect(Array(marker.path) == [CGPoint(x: 5, y: 6), CGPoint(x: 7, y: 8), CGPoint(x: 9.5, y: 0)])
    // Where nil is not a value of the type, the default is null; where it is, the default is nil.
    #expect(marker.places["a"] == CGPoint(x: 1, y: 1) && marker.places["b"] == CGPoint.zero)
    #expect(marker.maybePlaces.count == 2 && marker.maybePlaces["c"] == .some(nil) && marker.maybePlaces["d"] == CGPoint(x: 2, y: 2))
    try realm.write {
      marker["position"] = CGPoint(x: 4, y: 4)
      marker["maybePosition"] = NSNull()
      marker["path"] = [CGPoint(x: 1, y: 0)]
      marker["url"] = "https://example.org/z"
    }
    #expect(marker.position == CGPoint(x: 4, y: 4) && marker.maybePosition == nil)
    #expect(Array(marker.path) == [CGPoint(x: 1, y: 0)] && marker.url.lastPathComponent == "z")
    #expect((marker["position"] as? PointStorage)?.x == 4)
  }

  @Test("nil in a list of custom values that are stored as embedded objects stops the program")
  func nilInList() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Marker(value: ["path": [NSNull()]])
    }
    #expect(errorText(result).contains("property 'Marker.path'."))
  }
}
