import AshlarStore
import CAshlar

extension _RealmCore {
  /// Whether this stays at its version and may be read from any thread.
  var isFrozen: Bool { frozenLock != nil }

  /// The frozen Realm of the version read, which all who freeze at that version share.
  func frozenCore() -> _RealmCore {
    if isFrozen { return self }
    checkConfinement("Realm")
    do {
      return try RealmOpening.frozen(self)
    } catch {
      misuse(.storage("\(error)"))
    }
  }

  /// The caller's live Realm with the same configuration; within `thawing` of another Realm of the file that one.
  func thawedCore() -> _RealmCore {
    if !isFrozen { return self }
    if let target = ashlar_get_thaw_target() {
      let core = Unmanaged<_RealmCore>.fromOpaque(target).takeUnretainedValue()
      if core.session.engine === session.engine { return core }
    }
    do {
      let core = try RealmOpening.open(configuration, place: place)
      core.checkConfinement("Realm")
      return core
    } catch {
      misuse(.storage("\(error)"))
    }
  }

  /// Runs `body`, in which what is thawed belongs to this Realm.
  func thawing<Result>(_ body: () -> Result) -> Result {
    let before = ashlar_get_thaw_target()
    ashlar_set_thaw_target(Unmanaged.passUnretained(self).toOpaque())
    defer { ashlar_set_thaw_target(before) }
    return body()
  }

  /// Runs `body`, in a frozen Realm while no other thread runs such a thing: for what is computed or made once and kept.
  @inline(__always)
  func exclusively<Result>(_ body: () -> Result) -> Result {
    guard let frozenLock else { return body() }
    return frozenLock.withLock(body)
  }

  /// The row with a key, nil when it is not there.
  func row(_ entity: _Entity, _ key: Int64) -> _Row? {
    guard key >= 0, has(entity) else { return nil }
    return reading { () throws(StoreError) in try session.locate(entity.ordinal, key) }
  }
}
