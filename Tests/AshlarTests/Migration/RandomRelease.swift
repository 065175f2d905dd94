import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

/// What a property of a random release holds.
enum RandomKind: Equatable {
  case scalar(ValueType, isOptional: Bool)
  case list(ValueType, isOptional: Bool)
  case set(ValueType, isOptional: Bool)
  case map(ValueType, isOptional: Bool)
  case any
  case link
  case links

  static let types: [ValueType] = [.bool, .int8, .int16, .int32, .int, .double, .string]
  static let elements: [ValueType] = [.int16, .int, .string]

  init(_ random: inout SeededGenerator) {
    let type = RandomKind.types.randomElement(using: &random) ?? .int
    let element = RandomKind.elements.randomElement(using: &random) ?? .int
    let isOptional = random.once(in: 2)
    switch Int.random(in: 0..<9, using: &random) {
    case 0...3: self = .scalar(type, isOptional: isOptional)
    case 4: self = .list(element, isOptional: isOptional)
    case 5: self = .set(element, isOptional: isOptional)
    case 6: self = .map(element, isOptional: isOptional)
    case 7: self = .any
    default: self = random.once(in: 2) ? .link : .links
    }
  }

  /// The same with other integers, or other optionality: what needs no block.
  func relative(_ random: inout SeededGenerator) -> RandomKind {
    func other(_ type: ValueType) -> ValueType {
      [.bool, .double, .string].contains(type) ? type : [.int16, .int].randomElement(using: &random) ?? .int
    }
    let isOptional = random.once(in: 2)
    return switch self {
    case .scalar(let type, _): .scalar(other(type), isOptional: isOptional)
    case .list(let type, _): .list(other(type), isOptional: isOptional)
    case .set(let type, _): .set(other(type), isOptional: isOptional)
    case .map(let type, _): .map(other(type), isOptional: isOptional)
    case .any, .link, .links: self
    }
  }

  func model(_ name: String) -> PropertyModel {
    switch self {
    case .scalar(let type, let isOptional): property(name, type) { $0.isOptional = isOptional }
    case .list(let type, let isOptional): property(name, type, .list) { $0.isOptional = isOptional }
    case .set(let type, let isOptional): property(name, type, .set) { $0.isOptional = isOptional }
    case .map(let type, let isOptional): property(name, type, .map) { $0.isOptional = isOptional }
    case .any: property(name, .any)
    case .link: property(name, .object, target: "Row")
    case .links: property(name, .object, .list, target: "Row")
    }
  }
}

/// A value of a row as the model keeps it; links are the identifiers of their targets.
indirect enum RandomValue: Hashable {
  case null
  case int(Int)
  case double(Double)
  case bool(Bool)
  case text(String)
  case link(Int)
  case list([RandomValue])
  case set(Set<RandomValue>)
  case map([String: RandomValue])

  /// Small numbers, which fit all integers.
  init(_ kind: RandomKind, ids: [Int], _ random: inout SeededGenerator) {
    func scalar(_ type: ValueType, _ isOptional: Bool) -> RandomValue {
      if isOptional, random.once(in: 4) { return .null }
      switch type {
      case .bool: return .bool(random.once(in: 2))
      case .double: return .double(Double(Int.random(in: -100...100, using: &random)) / 4)
      case .string: return .text(String(repeating: "text", count: Int.random(in: 0...6, using: &random)))
      default: return .int(Int.random(in: -100...100, using: &random))
      }
    }
    func several() -> Range<Int> { 0..<(random.once(in: 3) ? 0 : Int.random(in: 1...4, using: &random)) }
    switch kind {
    case .scalar(let type, let isOptional): self = scalar(type, isOptional)
    case .list(let type, let isOptional): self = .list(several().map { _ in scalar(type, isOptional) })
    case .set(let type, let isOptional): self = .set(Set(several().map { _ in scalar(type, isOptional) }))
    case .map(let type, let isOptional):
      self = .map(several().reduce(into: [:]) { $0["key \($1)"] = scalar(type, isOptional) })
    case .any: self = scalar([.int, .string, .double].randomElement(using: &random) ?? .int, true)
    case .link: self = ids.randomElement(using: &random).map { .link($0) } ?? .null
    case .links: self = .list(several().compactMap { _ in ids.randomElement(using: &random).map { .link($0) } })
    }
  }

  /// What a new property holds.
  static func zero(_ kind: RandomKind) -> RandomValue {
    switch kind {
    case .scalar(_, true), .any, .link: .null
    case .scalar(let type, false): zero(type)
    case .list, .links: .list([])
    case .set: .set([])
    case .map: .map([:])
    }
  }

  private static func zero(_ type: ValueType) -> RandomValue {
    switch type {
    case .bool: .bool(false)
    case .double: .double(0)
    case .string: .text("")
    default: .int(0)
    }
  }

  /// The value once its property has become a relative.
  func carried(to kind: RandomKind) -> RandomValue {
    func filled(_ value: RandomValue, _ type: ValueType, _ isOptional: Bool) -> RandomValue {
      value == .null && !isOptional ? RandomValue.zero(type) : value
    }
    return switch (self, kind) {
    case (_, .scalar(let type, let isOptional)): filled(self, type, isOptional)
    case (.list(let values), .list(let type, let isOptional)): .list(values.map { filled($0, type, isOptional) })
    case (.set(let values), .set(let type, let isOptional)): .set(Set(values.map { filled($0, type, isOptional) }))
    case (.map(let values), .map(let type, let isOptional)): .map(values.mapValues { filled($0, type, isOptional) })
    default: self
    }
  }

  /// What an object takes for the value.
  func untyped(_ object: (Int) -> Any?) -> Any? {
    switch self {
    case .null: nil
    case .int(let value): value
    case .double(let value): value
    case .bool(let value): value
    case .text(let value): value
    case .link(let id): object(id)
    case .list(let values): values.map { $0.untyped(object) as Any }
    case .set(let values): values.map { $0.untyped(object) as Any }
    case .map(let values): values.mapValues { $0.untyped(object) as Any }
    }
  }

  /// The value that an object has.
  init(read value: Any?) {
    switch Ashlar.Untyped(value) {
    case .bool(let value):
      self = .bool(value)
      return
    case .int(let value):
      self = .int(value)
      return
    case .number(let value):
      self = .double(value.doubleValue)
      return
    default: break
    }
    switch value {
    case nil: self = .null
    case let value as Double: self = .double(value)
    case let value as String: self = .text(value)
    case let object as ObjectBase: self = .link(object["id"] as? Int ?? -1)
    case let map as any RealmKeyedCollection:
      guard let map = map as? _CollectionBase else { fatalError("a map is a collection") }
      self = .map(
        map._untyped.compactMap { $0 as? UntypedEntry }.reduce(into: [:]) { $0[$1.key] = RandomValue(read: RandomValue.flat($1.value)) })
    case let collection as _CollectionBase:
      let values = collection._untyped.map { RandomValue(read: RandomValue.flat($0)) }
      self = "\(type(of: collection))".hasPrefix("MutableSet") ? .set(Set(values)) : .list(values)
    default: fatalError("\(value ?? "nil") is of no kind")
    }
  }

  // An optional in `Any` is one value more deep.
  private static func flat(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }
}
