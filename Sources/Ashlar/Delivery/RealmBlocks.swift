/// Blocks that are called with every new version of one Realm instance. Confined like it.
nonisolated final class RealmBlocks {
  private final class Block: Observer {
    let call: (Realm.Notification) -> Void
    init(_ call: @escaping (Realm.Notification) -> Void) { self.call = call }
  }

  private var list = RegistrationList()
  private var isCalling = false

  func add(_ registration: Registration, at core: _RealmCore, _ call: @escaping (Realm.Notification) -> Void) {
    registration.isBlock = true
    if registration.begin(Block(call), at: core) { list.append(registration) }
  }

  /// All of them.
  var all: [Registration] { list.all }

  /// One of them was ended.
  func noteEnd() { list.noteEnd() }

  var isEmpty: Bool { list.isEmpty }

  /// Whether one of them is being called.
  var isBusy: Bool { isCalling }

  /// Changes that a block makes call no block.
  /// - Parameter tokens: those whose blocks are not called.
  func call(_ notification: Realm.Notification, skipping tokens: [NotificationToken] = []) {
    if isCalling || list.isEmpty { return }
    isCalling = true
    for registration in list.all where !tokens.contains(where: { $0.registration === registration }) {
      registration.use { ($0 as? Block)?.call(notification) }
    }
    isCalling = false
  }
}
