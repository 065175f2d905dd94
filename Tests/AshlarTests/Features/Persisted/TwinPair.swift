import Atlas
import Bookshop
import Club
import Concerts
import Kinds
import Ledger
import Library
import People
import Shelves
import Testing
import Traits
import Twins

@testable import Ashlar
@testable import Fleet

/// A generated class and the same written by hand.
struct TwinPair: @unchecked Sendable, CustomTestStringConvertible {
  let generated: Side
  let byHand: Side

  /// One of both.
  struct Side {
    let type: ObjectBase.Type
    let types: [ObjectBase.Type]
    let create: (Realm, [String: Any]) -> Object
    let first: (Realm) -> Object?
    let all: (Realm) -> [Object]
    let make: () -> Object
    /// How many objects a condition holds for.
    let count: (Realm, String, [Any]) -> Int

    init<T: Object>(_ type: T.Type, _ types: [ObjectBase.Type]) {
      (self.type, self.types) = (type, types)
      create = { $0.create(T.self, value: $1) }
      first = { $0.objects(T.self).first }
      all = { Array($0.objects(T.self)) }
      make = { T() }
      count = { realm, text, arguments in
        (try? RealmPredicate(parsing: text, arguments: arguments)).map { realm.objects(T.self).filter($0).count } ?? -1
      }
    }
  }

  init<G: Object, H: Object & TypedTwin>(_ generated: G.Type, _ byHand: H.Type, _ types: [ObjectBase.Type]) {
    let names = Set(types.map { $0.className() })
    self.generated = Side(generated, types.filter { type in TwinsSchema.objectTypes.contains { $0.className() == type.className() } })
    self.byHand = Side(byHand, TwinsSchema.objectTypes.filter { names.contains($0.className()) })
  }

  var testDescription: String { generated.type.className() }

  /// Of all classes but those that are deprecated, which only objects that link to them show.
  static let all: [TwinPair] = [
    TwinPair(Atlas.Landmark.self, Twins.Landmark.self, AtlasSchema.objectTypes),
    TwinPair(Atlas.Place.self, Twins.Place.self, AtlasSchema.objectTypes),
    TwinPair(Bookshop.Novel.self, Twins.Novel.self, BookshopSchema.objectTypes),
    TwinPair(Bookshop.Novelist.self, Twins.Novelist.self, BookshopSchema.objectTypes),
    TwinPair(Club.Player.self, Twins.Player.self, ClubSchema.objectTypes),
    TwinPair(Club.Team.self, Twins.Team.self, ClubSchema.objectTypes),
    TwinPair(Kinds.Scalars.self, Twins.Scalars.self, KindsSchema.objectTypes),
    TwinPair(Kinds.Defaulted.self, Twins.Defaulted.self, KindsSchema.objectTypes),
    TwinPair(Kinds.Lists.self, Twins.Lists.self, KindsSchema.objectTypes),
    TwinPair(Kinds.Node.self, Twins.Node.self, KindsSchema.objectTypes),
    TwinPair(Kinds.OptionalIntKey.self, Twins.OptionalIntKey.self, KindsSchema.objectTypes),
    TwinPair(Kinds.TextKey.self, Twins.TextKey.self, KindsSchema.objectTypes),
    TwinPair(Kinds.SmallKey.self, Twins.SmallKey.self, KindsSchema.objectTypes),
    TwinPair(Kinds.UUIDKey.self, Twins.UUIDKey.self, KindsSchema.objectTypes),
    TwinPair(Kinds.EnumKey.self, Twins.EnumKey.self, KindsSchema.objectTypes),
    TwinPair(Shelves.Shelf.self, Twins.Shelf.self, CollectionsSchema.objectTypes),
    TwinPair(Shelves.Thing.self, Twins.Thing.self, CollectionsSchema.objectTypes),
    TwinPair(Concerts.Desk.self, Twins.Desk.self, ConcertsSchema.objectTypes),
    TwinPair(Concerts.Musician.self, Twins.Musician.self, ConcertsSchema.objectTypes),
    TwinPair(Concerts.Performance.self, Twins.Performance.self, ConcertsSchema.objectTypes),
    TwinPair(Fleet.Driver.self, Twins.Driver.self, FleetSchema.objectTypes),
    TwinPair(Fleet.Fault.self, Twins.Fault.self, FleetSchema.objectTypes),
    TwinPair(Fleet.Trip.self, Twins.Trip.self, FleetSchema.objectTypes),
    TwinPair(Fleet.Vehicle.self, Twins.Vehicle.self, FleetSchema.objectTypes),
    TwinPair(Ledger.LedgerEntry.self, Twins.LedgerEntry.self, LedgerSchema.objectTypes),
    TwinPair(Library.Author.self, Twins.Author.self, LibrarySchema.objectTypes),
    TwinPair(Library.Book.self, Twins.Book.self, LibrarySchema.objectTypes),
    TwinPair(Library.Copy.self, Twins.Copy.self, LibrarySchema.objectTypes),
    TwinPair(Library.Loan.self, Twins.Loan.self, LibrarySchema.objectTypes),
    TwinPair(Library.Member.self, Twins.Member.self, LibrarySchema.objectTypes),
    TwinPair(People.Dog.self, Twins.Dog.self, PeopleSchema.objectTypes),
    TwinPair(People.Person.self, Twins.Person.self, PeopleSchema.objectTypes),
    TwinPair(Traits.Animal.self, Twins.Animal.self, TraitsSchema.objectTypes),
    TwinPair(Traits.Article.self, Twins.Article.self, TraitsSchema.objectTypes),
    TwinPair(Traits.Drawing.self, Twins.Drawing.self, TraitsSchema.objectTypes),
    TwinPair(Traits.Edition.self, Twins.Edition.self, TraitsSchema.objectTypes),
    TwinPair(Traits.Horse.self, Twins.Horse.self, TraitsSchema.objectTypes),
    TwinPair(Traits.Kit.self, Twins.Kit.self, TraitsSchema.objectTypes),
    TwinPair(Traits.Page.self, Twins.Page.self, TraitsSchema.objectTypes),
    TwinPair(Traits.Race.self, Twins.Race.self, TraitsSchema.objectTypes),
    TwinPair(Traits.Rider.self, Twins.Rider.self, TraitsSchema.objectTypes),
    TwinPair(Traits.Writer.self, Twins.Writer.self, TraitsSchema.objectTypes),
    TwinPair(GeneratedSensor.self, Twins.Sensor.self, generatedWeather),
    TwinPair(GeneratedStation.self, Twins.Station.self, generatedWeather),
  ]
}
