import CAshlar

/// The code that an actor isolates, identified by the actor's serial executor.
///
/// An address may be reused after its object is deallocated, so the object is also referenced weakly.
final class ActorConfinement: Sendable {
  /// The address of the executor, which is the actor itself or the custom executor that the actor returns. Actors that share an executor
  /// share their Realms.
  let executor: UInt
  private let name: String
  private let object: WeakObject
  private let actor: WeakActor

  /// The address of the main actor's executor.
  static let mainExecutor = address(of: MainActor.sharedUnownedExecutor)

  /// Creates the confinement of an actor that isolates the caller.
  init(_ actor: any Actor) {
    let executor = ActorConfinement.address(of: actor.unownedExecutor)
    self.executor = executor
    name = "actor '\(type(of: actor))'"
    object = WeakObject(ActorConfinement.object(at: executor))
    self.actor = WeakActor(actor)
  }

  private init(executor: UInt, _ object: AnyObject) {
    self.executor = executor
    self.object = WeakObject(object)
    let actor = object as? any Actor
    name = "\(actor == nil ? "executor" : "actor") '\(type(of: object))'"
    self.actor = WeakActor(actor)
  }

  /// Returns the confinement of the actor that isolates the caller; nil outside actors. Must not be called on the main actor.
  static func current() -> ActorConfinement? {
    let executor = UInt(ashlar_current_executor())
    return object(at: executor).map { ActorConfinement(executor: executor, $0) }
  }

  var isCurrent: Bool { UInt(ashlar_current_executor()) == executor && !isGone }

  /// Whether the executor has been deallocated. Another executor may then have its address.
  var isGone: Bool { object.value == nil }

  var description: String { "\(name) at 0x\(String(executor, radix: 16))" }

  // Returns the first word of an executor, which is the address of its object. The second identifies its implementation of
  // `SerialExecutor`.
  private static func address(of executor: UnownedSerialExecutor) -> UInt {
    withUnsafeBytes(of: executor) { $0.load(as: UInt.self) }
  }

  private static func object(at address: UInt) -> AnyObject? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  private struct WeakObject: @unchecked Sendable {
    weak var value: AnyObject?
    init(_ value: AnyObject?) { self.value = value }
  }

  private struct WeakActor: Sendable {
    weak var value: (any Actor)?
    init(_ value: (any Actor)?) { self.value = value }
  }
}

extension ActorConfinement {
  /// Schedules `body` on the executor. Returns false if the executor has been deallocated.
  func schedule(_ body: @escaping @Sendable () -> Void) -> Bool {
    if let actor = actor.value {
      ActorConfinement.run(on: actor, body)
      return true
    }
    guard let executor = object.value as? any SerialExecutor else { return false }
    ActorConfinement.run(on: ExecutorActor(executor), body)
    return true
  }

  private static func run(on actor: any Actor, _ body: @escaping @Sendable () -> Void) {
    Task { await call(on: actor, body) }
  }

  private static func call(on actor: isolated any Actor, _ body: @Sendable () -> Void) { body() }
}

/// An actor that runs on a custom executor. Code is scheduled through it if no other actor of that executor is known.
private actor ExecutorActor {
  private let executor: any SerialExecutor
  init(_ executor: any SerialExecutor) { self.executor = executor }
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
