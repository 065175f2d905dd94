import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

#if os(Linux)
  @Suite("A pipe to a process", .blocking)
  struct PrivatePipeTests {
    @Test("no process that another thread starts meanwhile holds an end of it")
    func isPrivate() throws {
      let others = Others()
      Thread { others.start() }.start()
      defer { others.end() }
      var held = 0
      while !others.areStarted {
        let pipe = try PrivatePipe()
        close(pipe.writing)
        var state = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
        if poll(&state, 1, 2000) == 0 { held += 1 }
        close(pipe.reading)
      }
      #expect(held == 0)
    }
  }

  // Processes that live for longer than the test waits for the end of a pipe.
  private final class Others: Sendable {
    private let started = Atomic(false)
    private let ids = Mutex<[pid_t]>([])

    var areStarted: Bool { started.load(ordering: .acquiring) }

    func start() {
      for _ in 0..<300 {
        var id = pid_t()
        var words = [strdup("sleep"), strdup("60"), nil]
        if posix_spawn(&id, "/bin/sleep", nil, nil, &words, environ) == 0 { ids.withLock { $0.append(id) } }
        for word in words { free(word) }
      }
      started.store(true, ordering: .releasing)
    }

    func end() {
      while !areStarted { usleep(1000) }
      for id in ids.withLock({ $0 }) {
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
      }
    }
  }
#endif
