import Ashlar

// Edits of the collections that views show. Each edit uses the open write transaction, or a new one if none is open.

@MainActor extension List {
  func appendFromView(_ element: Element) {
    writing(to: self) { list in if let element = liveElement(element) { list.append(element) } }
  }

  func removeFromView(at position: Int) { removeFromView(atOffsets: [position]) }

  func removeFromView(atOffsets offsets: some Sequence<Int>) {
    let held = HeldPositions(in: self)
    writing(to: self) { list in list.remove(atOffsets: held.found(offsets, in: list)) }
  }

  func moveFromView(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    let held = HeldPositions(in: self)
    writing(to: self) { list in
      let target = held.found(destination: destination, without: Set(offsets), in: list)
      list.move(fromOffsets: held.found(offsets, in: list), toOffset: target)
    }
  }
}

@MainActor extension MutableSet {
  func insertFromView(_ element: Element) {
    writing(to: self) { set in if let element = liveElement(element) { set.insert(element) } }
  }

  func removeFromView(_ element: Element) {
    writing(to: self) { set in if let element = liveElement(element) { set.remove(element) } }
  }
}

@MainActor extension Map {
  func setFromView(_ value: Value?, for key: Key) {
    writing(to: self) { map in
      guard let value else { return map.removeObject(for: key) }
      if let value = liveElement(value) { map.updateValue(value, forKey: key) }
    }
  }
}

/// Adds an unmanaged object to a Realm. Does nothing for a managed or deleted object.
@MainActor func addFromView(_ object: Object, to realm: Realm) {
  guard object.realm == nil, !object.isInvalidated else { return }
  transaction(in: realm) { realm.add(object) }
}

/// Deletes objects, live or frozen. Objects that have already been deleted are skipped.
@MainActor func deleteFromView(_ objects: [ObjectBase]) {
  func found(_ object: ObjectBase) -> (any ThreadConfined)? { (object as? any ThreadConfined).flatMap { live($0) } }
  guard let realm = objects.lazy.compactMap({ found($0)?.realm }).first else { return }
  transaction(in: realm) { realm.delete(objects.compactMap { found($0) as? ObjectBase }) }
}

/// Returns the objects at offsets of the collection that a view shows. Offsets beyond the end are ignored.
@MainActor func objectsShown<C: RealmCollection>(in shown: C, at offsets: some Sequence<Int>) -> [ObjectBase] {
  offsets.filter { shown.indices.contains($0) }.compactMap { object(of: shown[$0]) }
}

/// Returns the object that an element is or projects; nil for other values.
func object<Element>(of element: Element) -> ObjectBase? {
  func root<P: ProjectionObservable>(_ projection: P) -> ObjectBase { projection.rootObject }
  return element as? ObjectBase ?? (element as? any ProjectionObservable).map { root($0) }
}
