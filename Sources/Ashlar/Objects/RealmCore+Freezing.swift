import AshlarStore
import CAshlar

extension _RealmCore {
  private var opening: OpenedInstance {
    guard let opening = parts.opening else { preconditionFailure("an instance is made by what opens it") }
    return opening
  }

  /// Returns this Realm if it is frozen; otherwise the frozen Realm of the version being read, which all callers that freeze this version
  /// share.
  func frozenCore() -> _RealmCore {
    if isFrozen { return self }
    checkConfinement("Realm")
    return reading { try opening.frozen() }
  }

  /// Returns this Realm if it is live; otherwise the caller's live Realm with the same configuration or, within `thawing` of another Realm
  /// of the file, that Realm.
  func thawedCore() -> _RealmCore {
    if !isFrozen { return self }
    if let target = ashlar_get_thaw_target() {
      let core = Unmanaged<_RealmCore>.fromOpaque(target).takeUnretainedValue()
      if core.session.engine === session.engine { return core }
    }
    let core = reading { try opening.live() }
    core.checkConfinement("Realm")
    return core
  }

  /// Runs `body`, in which thawed objects belong to this Realm.
  func thawing<Result>(_ body: () -> Result) -> Result {
    let before = ashlar_get_thaw_target()
    ashlar_set_thaw_target(Unmanaged.passUnretained(self).toOpaque())
    defer { ashlar_set_thaw_target(before) }
    return body()
  }
}
