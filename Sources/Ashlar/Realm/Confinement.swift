import CAshlar
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where live objects may be used: the thread that opened the Realm, or the main queue.
///
/// The main queue is the truth, not the main thread: on Linux its blocks may run on another thread, once an asynchronous
/// `main` was suspended.
enum Confinement: Equatable, CustomStringConvertible {
  case mainQueue
  case thread(UInt)

  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  // Before the main queue runs anything, the process's first thread stands for it.
  private static let isFirstThread: @Sendable () -> Bool = {
    #if os(Linux)
      return gettid() == getpid()
    #else
      return pthread_main_np() != 0
    #endif
  }

  static func current() -> Confinement {
    if DispatchQueue.getSpecific(key: key) == true || isFirstThread() { return .mainQueue }
    return .thread(UInt(ashlar_thread()))
  }

  var isCurrent: Bool { self == Confinement.current() }

  var description: String {
    switch self {
    case .mainQueue: "the main queue"
    case .thread(let id): "thread 0x\(String(id, radix: 16))"
    }
  }
}
