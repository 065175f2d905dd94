import Ashlar

final class Label: Object {
  @Persisted(primaryKey: true) var name: String
}

final class Song: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var title: String
  @Persisted(originProperty: "song", deleteRule: .cascade) var reviews: LinkingObjects<Review>
}

/// An object that is deleted with its song.
final class Review: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var song: Song?
}

/// An embedded object whose removal deletes a song.
final class Sleeve: EmbeddedObject {
  @Persisted var color: String
  @Persisted(deleteRule: .cascade) var bonus: Song?
}

/// An object whose deletion deletes its songs, and is refused while it has a label.
final class Album: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted(deleteRule: .cascade) var songs: List<Song>
  @Persisted(deleteRule: .cascade) var titles: Map<String, Song?>
  @Persisted(deleteRule: .deny) var label: Label?
  @Persisted var sleeve: Sleeve?
  @Persisted var extra: AnyRealmValue
  @Persisted var extras: List<AnyRealmValue>
}

/// An object of which the first property and the label have dots in their stored names.
final class Dotted: Object {
  @Persisted var number: Int
  @Persisted var name: String
  @Persisted var size: Int

  override class func propertiesMapping() -> [String: String] { ["number": "a.number", "name": "a.name"] }
}

extension Shop {
  /// Creates a shop of albums: the albums 0 and 1 with the songs 0 to 2 and 3 to 5. The album 1 has values that link to the song 0.
  static func albums() throws -> Shop {
    let shop = try Shop([Album.self, Dotted.self, Label.self, Review.self, Sleeve.self, Song.self])
    try shop.write { realm in
      let songs = (0..<6).map { realm.create(Song.self, value: ["id": $0, "title": "song \($0)"]) }
      let label = realm.create(Label.self, value: ["name": "label"])
      for id in 0..<2 {
        let album = realm.create(Album.self, value: ["id": id])
        album.songs.append(objectsIn: songs[(id * 3)..<(id * 3 + 3)])
        album.titles["best"] = songs[id * 3]
        album.label = label
        album.sleeve = Sleeve(value: ["color": "red"])
        guard id == 1 else { continue }
        album.extra = .fromArray([.object(songs[0]), .int(5), .object(label)])
        album.extras.append(objectsIn: [.object(songs[0]), .string("x"), .fromDictionary(["k": .object(songs[0])])])
      }
      for id in 0..<3 { _ = realm.create(Dotted.self, value: ["number": id, "name": "name \(id)", "size": id]) }
    }
    return shop
  }
}
