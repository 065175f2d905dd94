import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Converts `AnyRealmValue`s to their stored form, for the property that was registered with `WrittenProperty`. Unmanaged objects are added
/// to the Realm; collections are copied.
struct AnyWriting {
  let core: _RealmCore
  /// The location of the value that is currently stored. A collection that is part of both this value and the written value retains its id.
  var kept: _AnyPlace?
  private var addsObjects = true

  init(core: _RealmCore, keeping kept: _AnyPlace? = nil) {
    self.core = core
    self.kept = kept
  }

  /// Creates a converter for values that are only compared: objects that are not in the Realm are not added to it, and are equal to no
  /// stored value.
  init(lookingUpIn core: _RealmCore) {
    self.core = core
    addsObjects = false
  }

  func stored(_ value: AnyRealmValue) -> AnyStored { stored(value, depth: 0) }

  private func stored(_ value: AnyRealmValue, depth: Int) -> AnyStored {
    switch value {
    case .object(let object):
      if addsObjects {
        WrittenProperty.keep { core.add(object, policy: .error) }
      } else if object._kind != .live || object._rowAccess.context != core.context || !object._isValid() {
        return .link(AnyLink(table: 0, key: 0))
      }
      guard let link = core.session.anyLink(object._entity.ordinal, object._rowAccess.key) else {
        misuse(.notInRealm(type: object._className))
      }
      return .link(link)
    case .list(let list):
      AnyRealmValue.checkDepth(depth)
      if let place = list.place, let kept, place.isInSameValue(as: kept), let stored = place.stored { return stored }
      return .list(id: AnyStored.newId(), list.map { stored($0, depth: depth + 1) })
    case .dictionary(let map):
      AnyRealmValue.checkDepth(depth)
      if let place = map.place, let kept, place.isInSameValue(as: kept), let stored = place.stored { return stored }
      let entries = map.map { entry -> AnyEntry in
        AnyEntry(key: AnyWriting.checkedKey(entry.key), value: stored(entry.value, depth: depth + 1))
      }
      return .dictionary(id: AnyStored.newId(), entries.ordered(byBytes: \.key))
    case .string(let text): return TextCell.withBytes(of: text, isWritten: true) { _ in .string(text) }
    case .data(let data): return .data(TextCell.withBytes(of: data, isWritten: true) { Array($0) })
    case .none, .bool, .int, .float, .double, .date, .decimal128, .objectId, .uuid:
      return AnyWriting.scalar(value) ?? .none
    }
  }

  /// Returns the stored form of a scalar; nil for an object or a collection.
  static func scalar(_ value: AnyRealmValue) -> AnyStored? {
    switch value {
    case .none: return AnyStored.none
    case .int(let value): return .int(Int64(value))
    case .bool(let value): return .bool(value)
    case .float(let value): return .float(value)
    case .double(let value): return .double(value)
    case .string(let value): return .string(value)
    case .data(let value): return .data(Array(value))
    case .date(let value):
      let (seconds, nanoseconds) = _DateCell.parts(value)
      return .date(seconds: seconds, nanoseconds: nanoseconds)
    case .objectId(let value): return .objectId(value.bytes)
    case .decimal128(let value): return .decimal128(low: value.bidLow, high: value.bidHigh)
    case .uuid(let value): return .uuid(withUnsafeBytes(of: value.uuid) { Array($0) })
    case .object, .list, .dictionary: return nil
    }
  }

  /// Returns the key unchanged. Stops the program if a dictionary must not contain the key, or if it is too long.
  static func checkedKey(_ key: String) -> String {
    if key.utf8.first == UInt8(ascii: "$") || key.utf8.contains(UInt8(ascii: ".")) { misuse(.mapKey(key)) }
    return TextCell.withBytes(of: key, isWritten: true) { _ in key }
  }
}

extension _RealmCore {
  /// Returns the value that a stored value represents. `place` returns the location of a collection from its id, or nil to copy the
  /// collection into an unmanaged one.
  func anyValue(_ stored: AnyStored, _ place: (UInt64) -> _AnyPlace?) -> AnyRealmValue {
    switch stored {
    case .none: return .none
    case .bool(let value): return .bool(value)
    case .int(let value): return .int(Int(value))
    case .float(let value): return .float(value)
    case .double(let value): return .double(value)
    case .string(let value): return .string(value)
    case .data(let value): return .data(Data(value))
    case .date(let seconds, let nanoseconds):
      return .date(_DateCell.date(seconds, nanoseconds))
    case .objectId(let bytes): return .objectId(ObjectId(bytes: bytes) ?? ObjectId())
    case .decimal128(let low, let high): return .decimal128(Decimal128(bidLow: low, high: high))
    case .uuid(let bytes): return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    case .link(let link):
      guard let table = session.table(id: link.table) else { return .none }
      guard let entity = entity(table.ordinal) else { misuse(.notInRealm(type: table.entity.storedName)) }
      guard let row = reading({ () throws(StoreError) in try session.locate(table.ordinal, link.key) }),
        let object = entity.accessor(row, self) as? Object
      else { return .none }
      return .object(object)
    case .list(let id, let elements):
      if let place = place(id) { return .list(List(at: place)) }
      let list = List<AnyRealmValue>()
      list.loose = id
      list.append(objectsIn: elements.map { anyValue($0, place) })
      return .list(list)
    case .dictionary(let id, let entries):
      if let place = place(id) { return .dictionary(Map(at: place)) }
      let map = Map<String, AnyRealmValue>()
      map.loose = id
      for entry in entries { map[entry.key] = anyValue(entry.value, place) }
      return .dictionary(map)
    }
  }
}
