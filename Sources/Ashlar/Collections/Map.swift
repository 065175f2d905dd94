import AshlarSchema
import AshlarStore

/// A collection of values or objects with string keys, as a property of an object.
///
/// ```swift
/// class Person: Object {
///   @Persisted var scores: Map<String, Int>
///   @Persisted var friends: Map<String, Dog?>
/// }
///
/// try realm.write {
///   person.scores["summer"] = 3
///   person.scores["winter"] = nil  // removes the key
/// }
/// for entry in person.scores { print(entry.key, entry.value) }
/// ```
///
/// Values that are objects are optional: deleting the object sets the value to nil.
///
/// The map of an unmanaged object stores its entries in memory, in no particular order. The map of a managed object is an accessor for the
/// stored entries, which are in ascending order of their keys. In both kinds of map, keys are compared by their bytes, so that a composed
/// and a decomposed "é" are two keys. A key must not begin with `$` or contain `.`: adding such a key stops the program, and reading its
/// value returns nil. See the guide, *Collections*.
public nonisolated final class Map<Key: _MapKey, Value: RealmCollectionValue>: _CollectionBase {
  private var own = UnmanagedEntries<Value>()
  // The entries of an unmanaged map, or of a map that is part of an `AnyRealmValue`.
  private var entries: UnmanagedEntries<Value> {
    get {
      place.flatMap { UnmanagedEntries($0.entries.map { (TextKey(text: $0.key), $0.value) }) as? UnmanagedEntries<Value> } ?? own
    }
    _modify {
      guard let place else {
        yield &own
        return
      }
      var entries = self.entries
      yield &entries
      if let entries = entries as? UnmanagedEntries<AnyRealmValue> {
        place.replace(with: zip(entries.keys, entries.values).map { ($0.text, $1) })
      }
    }
  }

  /// Creates an unmanaged, empty map.
  ///
  /// ```swift
  /// let scores = Map<String, Int>()
  /// ```
  public required init() { super.init() }

  init(at place: _AnyPlace) where Key == String, Value == AnyRealmValue {
    super.init()
    self.place = place
  }

  /// The number of entries. Complexity: O(1); for a managed map in an `AnyRealmValue`, the first access in a version of the data takes
  /// O(bytes of the whole value).
  public var count: Int {
    switch home {
    case .unmanaged: place?.entryCount ?? own.count
    case .managed(let managed): managed.count
    case .recorder: 1
    }
  }

  /// The keys; in ascending order if the map is managed. Complexity: O(count).
  ///
  /// ```swift
  /// for key in person.scores.keys { print(key) }
  /// ```
  public var keys: [Key] {
    switch home {
    case .unmanaged: place == nil ? own.keys.map { Key._key($0.text) } : ordered.keys.map { Key._key($0) }
    case .managed(let managed): managed.mapKeys().map { Key._key($0) }
    case .recorder: []
    }
  }

  /// The values, in the order of `keys`. Complexity: O(count).
  ///
  /// ```swift
  /// let total = person.scores.values.reduce(0, +)
  /// ```
  public var values: [Value] {
    switch home {
    case .unmanaged: place == nil ? own.values : ordered.values
    case .managed(let managed): managed.allElements(Value.self)
    case .recorder: []
    }
  }

  /// The value of a key; nil if the map does not contain the key. Setting nil removes the entry.
  ///
  /// ```swift
  /// try realm.write { person.scores["summer"] = 3 }
  /// ```
  ///
  /// To store nil as a value, call `updateValue` or set `.some(nil)`. Complexity: O(log count) to read or replace; O(count) to add or
  /// remove, in a large managed map O(segment + segments).
  public subscript(key: Key) -> Value? {
    get {
      switch home {
      case .recorder(let recorder): return Value._recorded(recorder)
      case .unmanaged: return place.map { $0.value(ofKey: key._text) as? Value } ?? own[TextKey(text: key._text)]
      case .managed(let managed):
        let found = TextCell.withBytes(of: key._text) { managed.elements().find(key: $0) }
        return found.cell.map { managed.element(at: $0, found.home) }
      }
    }
    set {
      if let newValue { updateValue(newValue, forKey: key) } else { removeObject(for: key) }
    }
  }

  /// Returns whether any entry satisfies a condition. Complexity: O(count).
  ///
  /// ```swift
  /// let hasHighScore = person.scores.contains { key, value in value > 2 }
  /// ```
  public func contains(where predicate: @escaping (_ key: Key, _ value: Value) -> Bool) -> Bool {
    asKeyValueSequence().contains { predicate($0.key, $0.value) }
  }

  // MARK: - Changing

  /// Sets the value of a key. In a managed map, an unmanaged object is added to the Realm first, and an embedded object that is replaced is
  /// deleted. Complexity: as for the subscript.
  ///
  /// ```swift
  /// try realm.write { person.scores.updateValue(3, forKey: "summer") }
  /// ```
  public func updateValue(_ value: Value, forKey key: Key) {
    requireWrite()
    checkKey(key)
    checkClass(value)
    switch home {
    case .recorder: return
    case .unmanaged: entries[TextKey(text: key._text)] = place == nil ? value : Value._copied(value)
    case .managed(let managed):
      let object = Value._elementEntity == nil ? nil : Value._objects(in: value).first
      if let object, _isEmbedded {
        if object._isSameRow(as: self[key] as? ObjectBase) { return }
        // Called before the new object is added, because nothing may change if a rule refuses the deletion.
        let (index, isFound) = TextCell.withBytes(of: key._text) { managed.elements().position(ofKey: $0) }
        guard !isFound || managed.mayReplaceLinks(index..<index + 1) else { return }
      }
      store(value, object.map(managed.enter), key, managed)
    }
  }

  private func store(_ value: Value, _ target: Int64?, _ key: Key, _ managed: _ManagedCollection) {
    managed.checkCase(value)
    WrittenProperty.begin(managed.entity, managed.column)
    let index = TextCell.withBytes(of: key._text, isWritten: true) { bytes in
      let (index, isFound) = managed.elements().position(ofKey: bytes)
      if !isFound { managed.insert(key: bytes, at: index) }
      return index
    }
    if Value._elementEntity != nil {
      managed.setLink(target, at: index)
    } else {
      let cell = managed.place(index) + managed.layout.valueOffset
      Value._store(value, cell, managed.row.base, managed.core)
    }
  }

  /// Removes an entry, and deletes its value if that is an embedded object. Has no effect if the map does not contain the key.
  ///
  /// ```swift
  /// try realm.write { person.scores.removeObject(for: "summer") }
  /// ```
  public func removeObject(for key: Key) {
    requireWrite()
    switch home {
    case .recorder: return
    case .unmanaged: entries[TextKey(text: key._text)] = nil
    case .managed(let managed):
      let (index, isFound) = TextCell.withBytes(of: key._text) { managed.elements().position(ofKey: $0) }
      if isFound { managed.remove([index]) }
    }
  }

  /// Removes every entry; removed embedded objects are deleted. Complexity: O(count).
  ///
  /// ```swift
  /// try realm.write { person.scores.removeAll() }
  /// ```
  public override func removeAll() {
    requireWrite()
    entries = UnmanagedEntries()
    if case .managed(let managed) = home { managed.remove(Array(0..<managed.count)) }
  }

  /// Sets the values of the keys in a sequence of pairs. For a key that the map already contains, `combine` computes the new value from the
  /// old and the added value. Throws the error of `combine`; entries that were merged before the error remain.
  ///
  /// ```swift
  /// try realm.write { person.scores.merge(pairs) { old, new in max(old, new) } }
  /// ```
  public func merge<S: Sequence>(_ sequence: S, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows
  where S.Element == (key: Key, value: Value) {
    requireWrite()
    for (key, value) in Array(sequence) { updateValue(try self[key].map { try combine($0, value) } ?? value, forKey: key) }
  }

  /// Adds the entries of another map. For a key that the map already contains, `combine` computes the new value from the old and the added
  /// value. Throws the error of `combine`; entries that were merged before the error remain.
  ///
  /// ```swift
  /// try realm.write { person.scores.merge(others) { old, new in old + new } }
  /// ```
  public func merge(_ other: Map<Key, Value>, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows {
    try merge(other.asKeyValueSequence(), uniquingKeysWith: combine)
  }

  /// Implements `ObjectBase._setMap`.
  func replaceAll(with other: Map<Key, Value>) {
    if other === self { return }
    if case .managed(let mine) = home, case .managed(let theirs) = other.home, mine.isSame(as: theirs) { return }
    let added = Array(other.asKeyValueSequence())
    requireWrite()
    replaceEntries(with: added)
  }

  private func replaceEntries(with added: [(key: Key, value: Value)]) {
    guard case .managed(let managed) = home, _isEmbedded, managed.core.session.hasDeleteRules else {
      removeAll()
      return addAll(added)
    }
    // If a rule refuses the deletion of the embedded objects, nothing changes.
    guard managed.mayReplaceLinks(0..<managed.count) else { return }
    // A rule may delete the owner of the map.
    for (key, value) in added where !isInvalidated { updateValue(value, forKey: key) }
    if isInvalidated { return }
    removeEntries(except: Set(added.map { TextKey(text: $0.key._text) }), managed)
  }

  private func removeEntries(except keys: Set<TextKey>, _ managed: _ManagedCollection) {
    managed.remove((0..<managed.count).filter { !keys.contains(TextKey(text: managed.mapKey($0))) })
  }

  // Adds entries with distinct keys to an empty map.
  private func addAll(_ added: [(key: Key, value: Value)]) {
    // Storing an `AnyRealmValue` may add objects to the Realm, which is not possible while values of new entries have not been stored.
    if case .managed(let managed) = home, managed.layout.value != .link, managed.type != .any {
      return fill(SortedEntries(UnmanagedEntries(added.map { (TextKey(text: $0.key._text), $0.value) })), managed)
    }
    for (key, value) in added { updateValue(value, forKey: key) }
  }

  // Stores entries in an empty managed map. Storing them one by one would search for each key, and move the entries that follow it.
  private func fill(_ added: SortedEntries<Value>, _ managed: _ManagedCollection) {
    if added.keys.isEmpty { return }
    if Value._elementEntity != nil {
      managed.fill(keys: added.keys, links: entering.map { $0?._rowAccess.key })
    } else {
      managed.checkCases(added.values)
      var cell = managed.fill(keys: added.keys) + managed.layout.valueOffset
      for value in added.values {
        Value._store(value, cell, managed.row.base, managed.core)
        cell += managed.layout.width
      }
    }
  }

  private func checkKey(_ key: Key) {
    let text = key._text
    if !TextKey.isAllowed(text) { misuse(.mapKey(text)) }
  }

  // MARK: - Independent of the key and value types

  override class var _kindName: String { "Map" }
  override class var _hasKeys: Bool { true }
  override class var _elementType: any RealmCollectionValue.Type { Value.self }

  // Sorted by key, so that `_unmanagedObjects` and `_storedObjects` have the same order.
  private var ordered: SortedEntries<Value> { SortedEntries(entries) }

  override func _unmanagedObjects() -> [ObjectBase?] { enter(ordered.values) }

  override func _storedObjects(_ stored: _ManagedCollection) -> [Int64] {
    ordered.keys.map { key in
      let (index, isFound) = TextCell.withBytes(of: key) { stored.elements().position(ofKey: $0) }
      return isFound ? stored.key(at: index) : -1
    }
  }

  override var _count: Int { count }
  override var _aggregates: ValueAggregates { aggregates(values) }

  override var _untyped: [Any] { asKeyValueSequence().map { UntypedEntry(key: $0.key._text, value: $0.value) } }

  override func _adopt(_ owner: ObjectBase, _ column: Int, keepsSame: Bool) {
    let added = ordered
    entries = UnmanagedEntries()
    let managed = follow(owner, column)
    defer { entering = [] }
    if managed.count == 0 { return fill(added, managed) }
    // The map is not simply emptied, because embedded objects that were updated in place must remain.
    let keys = Set(added.keys.map { TextKey(text: $0) })
    // Under delete rules, entries are removed last, because a rule may delete objects to which the new entries link, or the owner of the
    // map.
    let isRuled = managed.core.session.hasDeleteRules
    if !isRuled { removeEntries(except: keys, managed) }
    for (index, key) in added.keys.enumerated() {
      if isRuled, !managed.isValid { return }
      let value = added.values[index]
      if keepsSame, Value._elementEntity == nil, let index = managed.elements().index(ofKey: key),
        managed.element(index, Value.self)._isStoredLike(value)
      {
        continue
      }
      store(value, Value._elementEntity == nil ? nil : entering[index]?._rowAccess.key, Key._key(key), managed)
    }
    if isRuled, managed.isValid { removeEntries(except: keys, managed) }
  }

  override func _replaceAll(with values: [Any]) -> Bool {
    var converted: [(key: Key, value: Value)] = []
    for case let entry as UntypedEntry in values {
      guard let value = Value._converted(from: entry.value) else { return false }
      converted.append((key: Key._key(entry.key), value: value))
    }
    guard converted.count == values.count else { return false }
    for (key, value) in converted {
      checkKey(key)
      checkClass(value)
    }
    requireWrite()
    replaceEntries(with: converted)
    return true
  }

  override func _describe(depth: Int, indent: String) -> String {
    if let collectionOfValues { return collectionOfValues._describe(depth: depth, indent: indent) }
    if isInvalidated { return CollectionDescription.invalid }
    guard depth > 0 else { return "<Maximum depth exceeded>" }
    let inner = indent + "\t"
    let keys = self.keys.ordered(byBytes: \._text)
    var lines: [String] = []
    for key in keys.prefix(CollectionDescription.most) {
      guard let value = self[key] else { continue }
      let text = DescriptionLimit.sharing(keys.count) { CollectionDescription.text(value, depth: depth, indent: inner) }
      lines.append("\(inner)[\(key._text)]: \(text)")
    }
    let name = "Map<string, \(CollectionDescription.name(Value.self))>"
    return CollectionDescription.text(name, count: keys.count, indent: indent, lines: lines)
  }
}

extension Map: Sequence, CustomStringConvertible, Equatable {
  /// Returns an iterator over the current entries. The map may be changed during the iteration. See the guide, *Collections*.
  public func makeIterator() -> RLMMapIterator<SingleMapEntry<Key, Value>> { RLMMapIterator(RLMKeyValueIterator(self)) }

  /// Returns the entries as pairs: `for (key, value) in person.scores.asKeyValueSequence() { … }`.
  public func asKeyValueSequence() -> KeyValueSequence { KeyValueSequence(map: self) }

  /// The entries of a map as pairs.
  ///
  /// ```swift
  /// let scores = Dictionary(uniqueKeysWithValues: person.scores.asKeyValueSequence().map { ($0.key, $0.value) })
  /// ```
  public struct KeyValueSequence: Sequence {
    let map: Map

    /// Returns an iterator over the current entries.
    public func makeIterator() -> RLMKeyValueIterator<Key, Value> { RLMKeyValueIterator(map) }
  }

  /// Sets the value of a key; nil removes the entry. A value that cannot be converted to `Value` stops the program.
  ///
  /// ```swift
  /// try realm.write { person.scores.setValue(3, forKey: "summer") }
  /// ```
  public func setValue(_ value: Any?, forKey key: String) {
    requireWrite()
    if flattened(value as Any) == nil { return removeObject(for: Key._key(key)) }
    updateValue(checkedElement(value, "dictionary", Value.self), forKey: Key._key(key))
  }

  /// The entries as text, at most 100 of them; `print(person.scores)` prints this text.
  public var description: String { _describe(depth: 5, indent: "") }

  /// Returns whether two maps are equal: managed maps if they are accessors for the same stored map in the same Realm instance, unmanaged
  /// maps if their entries are equal.
  public static func == (a: Map, b: Map) -> Bool {
    switch (a.home, b.home) {
    case (.managed(let a), .managed(let b)): a.isSame(as: b)
    case (.unmanaged, .unmanaged):
      if let a = a.place, let b = b.place { a.isSame(as: b) } else { a.place == nil && b.place == nil && a.entries == b.entries }
    default: a === b
    }
  }
}

extension Map: Encodable where Key: Encodable, Value: Encodable {
  /// Encodes the entries as a dictionary. Throws the error of the encoder, or `EncodingError.invalidValue` if several keys are equal as
  /// Swift strings, such as a composed and a decomposed "é", because a dictionary would lose all but one of them.
  public func encode(to encoder: any Encoder) throws {
    var entries: [Key: Value] = [:]
    for (key, value) in asKeyValueSequence() {
      guard entries.updateValue(value, forKey: key) == nil else {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription: "Several keys of the map are equal as Swift strings to '\(key._text)', such as two forms of 'é'. "
              + "Remove all but one of them."))
      }
    }
    var container = encoder.singleValueContainer()
    try container.encode(entries)
  }
}

extension Map: Decodable where Key: Decodable, Value: Decodable {
  /// Decodes a dictionary into an unmanaged map. Throws `DecodingError.dataCorrupted` for a key that a map must not contain, or the error
  /// of the decoder.
  public convenience init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.singleValueContainer()
    for (key, value) in try container.decode([Key: Value].self) {
      guard TextKey.isAllowed(key._text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: UsageError.mapKey(key._text).description)
      }
      updateValue(value, forKey: key)
    }
  }
}
