/// The blocks that `Realm.observe` has registered for one instance. Used only in the instance's confinement.
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

  /// All registrations.
  var all: [Registration] { list.all }

  /// Counts one of the registrations as ended.
  func noteEnd() { list.noteEnd() }

  var isEmpty: Bool { list.isEmpty }

  /// Whether a block is being called.
  var isBusy: Bool { isCalling }

  /// Calls the blocks. Does nothing while a block is being called, so changes made by a block call no block.
  /// - Parameter tokens: Tokens whose blocks are not called.
  func call(_ notification: Realm.Notification, skipping tokens: [NotificationToken] = []) {
    if isCalling || list.isEmpty { return }
    isCalling = true
    for registration in list.all where !tokens.contains(where: { $0.registration === registration }) {
      registration.use { ($0 as? Block)?.call(notification) }
    }
    isCalling = false
  }
}
