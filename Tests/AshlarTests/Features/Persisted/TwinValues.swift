import AshlarSchema
import Foundation
import Testing
import Twins

@testable import Ashlar

/// Values for the properties of a class, none of them the default.
final class TwinValues {
  /// How far values go along links and into what is embedded.
  private let depth: Int
  /// Values of other turns are others.
  private let turn: Int
  /// The last turn of an object: no two have the same key.
  private var last: Int

  init(depth: Int = 0, turn: Int = 0) { (self.depth, self.turn, last) = (depth, turn, turn) }

  /// By the names of properties.
  func values(_ type: ObjectBase.Type) -> [String: Any] { values(type, turn, depth) }

  private func values(_ type: ObjectBase.Type, _ turn: Int, _ depth: Int) -> [String: Any] {
    let entity = type._entity
    var result: [String: Any] = [:]
    for property in entity.model.columns {
      guard let one = value(property, entity, turn, depth), let two = value(property, entity, turn + 1, depth) else { continue }
      result[property.name] =
        switch property.collection {
        case .none: one
        case .list, .set: [one, two]
        case .map: ["a": one, "b": two]
        case .linkingObjects: nil
        }
    }
    return result
  }

  private func value(_ property: PropertyModel, _ entity: _Entity, _ turn: Int, _ depth: Int) -> Any? {
    if let name = property.enumName, let cases = entity.schema.enums.first(where: { $0.name == name })?.cases, !cases.isEmpty {
      switch cases[(turn + 1) % cases.count].rawValue {
      case .int(let number): return number
      case .double(let number): return number
      case .string(let text): return text
      default: return 0
      }
    }
    return switch property.type {
    case .bool: turn % 2 == 0
    case .int, .int64: 1 << 40 + turn
    case .int8: -100 + turn
    case .int16: 30000 + turn
    case .int32: 1 << 30 + turn
    case .float: Float(1.5) + Float(turn)
    case .double: 2.25 + Double(turn)
    // Some custom types take no other text.
    case .string: property.customName == nil ? "text \(turn), longer than fifteen bytes" : "https://example.org/\(turn)"
    case .data: Data([1, 2, UInt8(turn % 256)])
    case .date: Date(timeIntervalSince1970: 1000.5 + Double(turn))
    case .decimal128: Decimal128(value: 7 + turn)
    case .objectId: try! ObjectId(string: "0123456789abcdef01234\(100 + turn)")
    case .uuid: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(turn / 256), UInt8(turn % 256)))
    case .any: turn
    case .object: depth == 0 ? nil : object(property.target, depth)
    }
  }

  private func object(_ target: String?, _ depth: Int) -> Any? {
    guard let type = TwinsSchema.objectTypes.first(where: { $0.className() == target }) else { return nil }
    last += 1
    return values(type, last, depth - 1)
  }
}

/// What the stored properties of an object are, each as `form` has it: without what it links to where the depth is 0.
func forms(_ object: ObjectBase, depth: Int = 0) -> [String: String] {
  let stored = type(of: object)._entity.model.columns.filter { depth > 0 || $0.type != .object }
  return Dictionary(uniqueKeysWithValues: stored.map { ($0.name, form(object[$0.name], depth: depth)) })
}

/// The same, read by the accessors of the object's class.
func typedForms(_ object: ObjectBase, depth: Int = 0) throws -> [String: String] {
  let names = Set(forms(object, depth: depth).keys)
  let typed = try #require(object as? any TypedTwin).typedValues.filter { names.contains($0.name) }
  return Dictionary(uniqueKeysWithValues: typed.map { ($0.name, form($0.value, depth: depth)) })
}

/// A fingerprint of what a file stores of a class.
func storageFingerprint(_ type: ObjectBase.Type) -> UInt64 {
  let entity = type._entity
  return Fingerprint.storage(of: entity.model, in: entity.schema)
}
