import AshlarSchema
import Foundation

@testable import Ashlar

/// Types whose stored names and values contain letters that are nowhere else, so long that they are not found by chance in a file.
enum Marked {
  /// The letters of each name and value.
  static let names = [
    "TkQ7vWz2LxR9mBd4Hs", "EpF3nYc8JtG6qVa1Ku", "pQx5Zr7Wd2Mb9Lc4Nf", "pHs8Ty3Vg6Kj1Rn7Xe", "pDw4Bm9Qz2Sf6Lp8Ca", "pJv1Xk5Nh7Gt3Ry9Eu",
    "pMc6Ub2Fq8Zs4Pd7Wi", "pLa9Or3Jx5Tv1Hn8Kg", "pYe2Si7Cm4Bw6Df9Qp", "pRz8Gk1Vt5Uj3Nx7Lh", "pWb4Fa6Ps9Me2Yc8Td",
  ]
  static let key = "Vn6Kc1Rw8Tq3Zb5Jx"
  static let text = "Uf9Ls4Hy2Dm7Gp6Ea"
  static let indexed = "Ob3Xt8Nj5Vk1Qr7Wz"
  static let element = "Cd7Pf2My9Sg4Lh6Bu"
  static let member = "Je5Za1Tv8Rn3Kw7Xq"
  static let mapKey = "Gm8Yb4Ds6Hc2Ut9Fp"
  static let mapValue = "Il3Qk7Wx5Na1Jz8Vr"
  static let any = "Et6Bg9Rc2Sy4Md7Lo"
  static let embedded = "Xh1Pu5Kf8Vz3Tn6Wj"
  static let data = "Aq4Nd7Ls2Gy9Cm5Rb"

  static let values = [key, text, indexed, element, member, mapKey, mapValue, any, embedded, data]

  static let types: [ObjectBase.Type] = [MarkedThing.self, MarkedPart.self]

  static let schema: _LinkedSchema = {
    func property(
      _ name: String, _ number: Int, _ type: ValueType, _ collection: CollectionKind = .none, isOptional: Bool = false,
      isIndexed: Bool = false, isPrimaryKey: Bool = false, target: String? = nil
    ) -> PropertyModel {
      PropertyModel(
        name: name, storedName: names[number], type: type, collection: collection, isOptional: isOptional, isIndexed: isIndexed,
        isPrimaryKey: isPrimaryKey, target: target)
    }
    let part = EntityModel(name: "MarkedPart", storedName: names[1], kind: .embedded, properties: [property("text", 2, .string)])
    let thing = EntityModel(
      name: "MarkedThing", storedName: names[0],
      properties: [
        property("key", 3, .string, isPrimaryKey: true), property("text", 4, .string), property("indexed", 5, .string, isIndexed: true),
        property("list", 6, .string, .list), property("set", 7, .string, .set), property("map", 8, .string, .map),
        property("any", 9, .any), property("data", 10, .data),
        property("part", 2, .object, isOptional: true, target: "MarkedPart"),
      ])
    return _LinkedSchema(SchemaModel(name: "Marked", version: 1, entities: [part, thing]))
  }()

  /// The values of a thing.
  static func value(_ number: Int) -> [String: Any] {
    [
      "key": "\(key) \(number)", "text": String(repeating: "\(text) ", count: number % 7 == 0 ? 200 : 3), "indexed": "\(indexed) \(number)",
      "list": (0..<3).map { "\(element) \($0)" }, "set": ["\(member) \(number)"], "map": ["\(mapKey)\(number)": "\(mapValue) \(number)"],
      "any": "\(any) \(number)", "data": Data("\(data) \(number)".utf8), "part": ["text": "\(embedded) \(number)"],
    ]
  }
}

final class MarkedThing: Object {
  static let entity = Marked.schema.entity("MarkedThing", MarkedThing.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(MarkedThing(row, own), to: Self.self) }
}

final class MarkedPart: EmbeddedObject {
  static let entity = Marked.schema.entity("MarkedPart", MarkedPart.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(MarkedPart(row, own), to: Self.self) }
}
