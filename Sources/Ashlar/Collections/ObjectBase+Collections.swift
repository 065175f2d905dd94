import AshlarSchema
import AshlarStore

extension ObjectBase {
  /// Returns the list of a column, the same instance on each call.
  @inlinable @inline(__always) public final func _list<Element: RealmCollectionValue>(_ column: Int) -> List<Element> {
    _collection(column)
  }

  /// Replaces the elements of a list with those of another list; the instance stays the same. Assigning a list to itself has no effect.
  public final func _setList<Element: RealmCollectionValue>(_ column: Int, _ value: List<Element>) {
    _ = _cellForWriting(column, Slot.size)
    (_collection(column) as List<Element>).replaceAll(with: value)
  }

  /// Returns the set of a column, the same instance on each call.
  @inlinable @inline(__always) public final func _mutableSet<Element: RealmCollectionValue>(_ column: Int) -> MutableSet<Element> {
    _collection(column)
  }

  /// Replaces the elements of a set with those of another set; the instance stays the same. Assigning a set to itself has no effect.
  public final func _setMutableSet<Element: RealmCollectionValue>(_ column: Int, _ value: MutableSet<Element>) {
    _ = _cellForWriting(column, Slot.size)
    (_collection(column) as MutableSet<Element>).replaceAll(with: value)
  }

  /// Returns the map of a column, the same instance on each call.
  @inlinable @inline(__always) public final func _map<Key: _MapKey, Value: RealmCollectionValue>(_ column: Int) -> Map<Key, Value> {
    _collection(column)
  }

  /// Replaces the entries of a map with those of another map; the instance stays the same. Assigning a map to itself has no effect.
  public final func _setMap<Key: _MapKey, Value: RealmCollectionValue>(_ column: Int, _ value: Map<Key, Value>) {
    _ = _cellForWriting(column, Slot.size)
    (_collection(column) as Map<Key, Value>).replaceAll(with: value)
  }

  // Returns the collection of a column. The callers are inlined into emitted code, in which the type is static; otherwise its metadata
  // would be looked up on each call. This function is never specialized: access by name would otherwise specialize it for each scalar and
  // kind of collection, which would create 28 copies of all functions of collections.
  @_semantics("optimize.sil.specialize.generic.never")
  @usableFromInline final func _collection<Stored: _CollectionBase>(_ column: Int) -> Stored {
    let cell = _cell(column, Slot.size)
    switch _kind {
    case .unmanaged:
      let known = UnmanagedCell.collection(cell)
      if let collection = known as? Stored { return collection }
      let collection = Stored()
      // A collection of an enum that was set by name before it was first read contains raw values.
      if let raw = known as? _CollectionBase, !collection._replaceAll(with: raw._untyped) {
        misuse(.unknownCase(type: "\(Stored._elementType)", value: "\(raw._untyped)", place: "'\(_entity.label(column))'"))
      }
      UnmanagedCell.releaseCollection(cell)
      UnmanagedCell.storeCollection(collection, cell)
      return collection
    case .recorder:
      let collection = Stored()
      if let recorder = _rowAccess.context.pointee.core?.takeUnretainedValue() as? _Recorder { collection.home = .recorder(recorder) }
      return collection
    case .live:
      // Several threads may read the property for the first time at the same time.
      return isFrozen ? _realm.exclusively { _managedCollection(column) } : _managedCollection(column)
    }
  }

  private final func _managedCollection<Stored: _CollectionBase>(_ column: Int) -> Stored {
    // An accessor whose Realm reference is a loan from an iteration has no cached collection. The cached collection of any other accessor
    // is most often the requested one; comparing the columns detects this without a cast.
    if _ownerReference.loan == nil, let own = _own {
      if type(of: own) == Stored.self {
        let collection = unsafeDowncast(own, to: Stored.self)
        if collection.isColumn(column) {
          assert(collection.managed?.core === _realm, "a cached collection is of the accessor's instance")
          return collection
        }
      } else if let collection = (own as? CollectionCells)?[column] as? Stored {
        return collection
      }
    }
    let collection = Stored()
    collection.home = .managed(_ManagedCollection(row: _rowAccess, column: column, entity: _entity, core: _realm))
    _keep(collection, column)
    return collection
  }

  /// Returns the cached collection of a column; nil if there is none, for example because the property has not been read yet.
  final func _keptCollection(_ column: Int) -> _CollectionBase? {
    // An accessor whose Realm reference is a loan from an iteration has no cached collection.
    if _ownerReference.loan != nil { return nil }
    let own = _own
    if let collection = own as? _CollectionBase { return collection.isColumn(column) ? collection : nil }
    return (own as? CollectionCells)?[column]
  }

  /// Caches the collection that is the accessor for a column, so that the next read of the property returns it.
  final func _keep(_ collection: _CollectionBase, _ column: Int) {
    if _ownerReference.loan == nil {
      let own = _own
      if let cells = own as? CollectionCells {
        cells.keep(collection, column)
        return
      }
      if let first = own as? _CollectionBase, let other = first.managed?.column, other != column {
        _own = CollectionCells([(other, first), (column, collection)])
        return
      }
    }
    // The collection replaces a direct reference to the Realm instance, because it retains the instance.
    _own = collection
  }
}

/// The cached collections of an accessor, by column. Most accessors need only one, which they retain directly.
final class CollectionCells {
  // The array is so small that a linear search costs less than a hash table.
  @exclusivity(unchecked) private var collections: [(column: Int, collection: _CollectionBase)]

  init(_ collections: [(column: Int, collection: _CollectionBase)]) {
    assert(collections.allSatisfy { $0.collection.isColumn($0.column) }, "a collection is cached under its own column")
    self.collections = collections
  }

  subscript(column: Int) -> _CollectionBase? { collections.first { $0.column == column }?.collection }

  func keep(_ collection: _CollectionBase, _ column: Int) {
    assert(collection.isColumn(column), "a collection is cached under its own column")
    if let index = collections.firstIndex(where: { $0.column == column }) {
      collections[index].collection = collection
    } else {
      collections.append((column, collection))
    }
  }
}
