import AshlarSchema
import Testing
import Twins

@testable import Ashlar

/// A property that embeds, of a generated class and of the same written by hand.
struct TwinPart: Sendable, CustomTestStringConvertible {
  let pair: TwinPair
  let property: PropertyModel

  var testDescription: String { "\(pair.testDescription).\(property.name)" }

  static let all: [TwinPart] = TwinPair.all.flatMap { pair in
    pair.byHand.type._entity.model.columns.compactMap { property in
      property.type == .object && property.customName == nil && isEmbedded(property.target) ? TwinPart(pair: pair, property: property) : nil
    }
  }

  private static func isEmbedded(_ name: String?) -> Bool {
    TwinsSchema.objectTypes.contains { $0.className() == name && $0._entity.model.kind == .embedded }
  }

  /// The embedded class, of generated ones or of those written by hand.
  func type(_ side: TwinPair.Side) throws -> ObjectBase.Type {
    try #require(side.types.first { $0.className() == property.target })
  }

  /// An object of the class in no Realm.
  func make(_ side: TwinPair.Side, turn: Int) throws -> ObjectBase {
    let part = try type(side).init()
    for (name, value) in TwinValues(turn: turn).values(try type(pair.byHand)) { part[name] = value }
    return part
  }

  /// What the property is set to, for two that it embeds: the first, or both.
  func value(_ parts: [ObjectBase]) -> Any {
    switch property.collection {
    case .map: ["a": parts[0], "b": parts[1]]
    case .list: parts
    default: parts[0]
    }
  }

  /// What an object embeds there.
  func parts(_ owner: ObjectBase) -> [ObjectBase] {
    switch owner[property.name] {
    case let part as ObjectBase: [part]
    case let map as any RealmKeyedCollection: values(map)
    case let list as any TwinParts: list.parts
    default: []
    }
  }

  private func values<Entries: RealmKeyedCollection>(_ map: Entries) -> [ObjectBase] {
    zip(map.keys, map.values).sorted { "\($0.0)" < "\($1.0)" }.compactMap { flattened($0.1 as Any) as? ObjectBase }
  }
}

/// A list of what is embedded, whatever its class.
protocol TwinParts {
  var parts: [ObjectBase] { get }
}
extension List: TwinParts {
  var parts: [ObjectBase] { compactMap { flattened($0 as Any) as? ObjectBase } }
}
