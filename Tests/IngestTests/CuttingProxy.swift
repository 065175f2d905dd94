import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Passes connections to a port of 127.0.0.1 on to another, and cuts them when told.
final class CuttingProxy: @unchecked Sendable {
  let port: Int
  private let target: Int
  private let listener: Int32
  private let lock = NSLock()
  private var open: Set<Int32> = []
  private var budget = Int.max
  private var isEnded = false

  init(to target: Int) throws {
    self.target = target
    // A side that is gone is an error, not a signal.
    signal(SIGPIPE, SIG_IGN)
    port = try freePort()
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let status = CuttingProxy.withAddress(port) { bind(listener, $0, $1) }
    guard status == 0, listen(listener, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
    Thread.detachNewThread { [self] in accept() }
  }

  /// Cuts all connections once so many more bytes have passed, in either direction; later ones are whole again.
  func cut(after bytes: Int) { lock.withLock { budget = bytes } }

  func end() {
    lock.withLock {
      isEnded = true
      for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      if client < 0 { return }
      let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard CuttingProxy.withAddress(target, { connect(server, $0, $1) }) == 0 else {
        close(client)
        close(server)
        continue
      }
      lock.withLock { open.formUnion([client, server]) }
      let both = DispatchGroup()
      for (from, to) in [(client, server), (server, client)] {
        both.enter()
        Thread.detachNewThread { [self] in
          pass(from, to)
          both.leave()
        }
      }
      Thread.detachNewThread { [self] in
        both.wait()
        lock.withLock { open.subtract([client, server]) }
        close(client)
        close(server)
      }
    }
  }

  private func pass(_ from: Int32, _ to: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(from, &buffer, buffer.count, 0)
      let allowed = lock.withLock {
        let allowed = min(max(count, 0), budget)
        budget -= budget == .max ? 0 : allowed
        return allowed
      }
      var sent = 0
      while sent < allowed {
        let step = buffer.withUnsafeBytes { send(to, $0.baseAddress! + sent, allowed - sent, 0) }
        if step <= 0 { break }
        sent += step
      }
      if count <= 0 || allowed < count {
        if count > 0 { lock.withLock { budget = .max } }
        shutdown(from, Int32(SHUT_RDWR))
        shutdown(to, Int32(SHUT_RDWR))
        return
      }
    }
  }

  private static func withAddress(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
