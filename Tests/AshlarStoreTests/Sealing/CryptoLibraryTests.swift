@testable import AshlarEncryption
import CAshlarEncryption
import CAshlar
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

/// Each test runs in a process of its own, because a process loads the library once.
@Suite("Loading libcrypto", .blocking)
struct CryptoLibraryTests {
  // Sets the names that are tried. The names are never freed.
  private static func tryNames(_ names: [String]) {
    let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: names.count + 1)
    for (index, name) in names.enumerated() { (list + index).initialize(to: UnsafePointer(strdup(name))) }
    (list + names.count).initialize(to: nil)
    ashlar_crypto_set_names(list)
  }

  private static func loaded(_ name: String) -> Bool { dlopen(name, RTLD_NOW | RTLD_NOLOAD) != nil }

  // Copies the installed library, as a stand-in for a version that is not installed.
  private static func copy(named name: String, in folder: TemporaryFolder) throws -> String {
    _ = try #require(dlopen("libcrypto.so.3", RTLD_NOW), "libcrypto.so.3 must be installed")
    // A file of /proc states the size 0, so it is read to its end.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
    let maps = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
    let line = try #require(maps.split(separator: "\n").first { $0.hasSuffix("/libcrypto.so.3") })
    let installed = String(line[try #require(line.firstIndex(of: "/"))...])
    let path = folder.file(name)
    try FileManager.default.copyItem(atPath: installed, toPath: path)
    return path
  }

  @Test(
    "the declarations of its functions are those of OpenSSL's headers",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/include/openssl/evp.h"), "OpenSSL's headers are not installed"))
  func declarations() throws {
    let file = Repository.folder.appending(path: "Tests/AshlarStoreTests/Fixtures/libcrypto-declarations.c").path
    let include = Repository.folder.appending(path: "Sources/CAshlarEncryption").path
    let result = try Shell.run(URL(filePath: "/usr/bin/env"), ["clang", "-fsyntax-only", "-Wall", "-Werror", "-I", include, file])
    #expect((result.status, result.errors) == (0, ""))
  }

  @Test("a missing library is an error that names the packages to install")
  func missing() async {
    await #expect(processExitsWith: .success) {
      CryptoLibraryTests.tryNames(["libcrypto-of-no-system.so.3", "libcrypto-of-no-system.so.4"])
      do throws(SealError) {
        try CryptoLibrary.load()
        Issue.record("the library must not be found")
      } catch {
        var message = ""
        if case .library(let failure) = error { message = failure.description }
        #expect(message.contains("libcrypto-of-no-system.so.3"))
        #expect(message.contains("libcrypto-of-no-system.so.4"))
        #expect(message.contains("Install the package 'libssl3' or 'libssl3t64' (Debian, Ubuntu), 'openssl-libs'"))
      }
      #expect(throws: SealError.self) { try Sealing.keys() }
    }
  }

  @Test("a library without the functions of 3.0 is an error that names one of them")
  func incomplete() async {
    await #expect(processExitsWith: .success) {
      CryptoLibraryTests.tryNames(["libm.so.6"])
      #expect(throws: SealError.library(.incomplete("OPENSSL_init_crypto"))) { try CryptoLibrary.load() }
      #expect(throws: SealError.library(.incomplete("OPENSSL_init_crypto"))) { try CryptoLibrary.load() }
    }
  }

  @Test("the second name is used where the first is missing")
  func second() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = try CryptoLibraryTests.copy(named: "libcrypto.so.4", in: folder)
      CryptoLibraryTests.tryNames(["libcrypto-of-no-system.so.3", path])
      try CryptoLibrary.load()
      #expect(CryptoLibraryTests.loaded(path))
      _ = try Sealing.keys()
    }
  }

  @Test("a library that the process has loaded is used before another is loaded")
  func loadedBefore() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let names = ["first.so.3", "second.so.4"]
      let paths = try names.map { try CryptoLibraryTests.copy(named: $0, in: folder) }
      #expect(dlopen(paths[1], RTLD_NOW) != nil)
      CryptoLibraryTests.tryNames(paths)
      try CryptoLibrary.load()
      #expect(!CryptoLibraryTests.loaded(paths[0]))
    }
  }

  @Test("a configuration that forbids an algorithm is an error that names it")
  func refused() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try folder.write(
        "openssl_conf = all\n[all]\nproviders = providers\n[providers]\nnull = none\n[none]\nactivate = 1\n", to: "openssl.cnf")
      setenv("OPENSSL_CONF", folder.file("openssl.cnf"), 1)
      #expect(throws: SealError.library(.refused("AES-256-GCM"))) { try CryptoLibrary.load() }
    }
  }

  // Begins threads that seal values and draw identifiers until the process ends, and returns once each has done both.
  private static func beginSealing() throws {
    let keys = try Sealing.keys()
    let sealer = Sealer(keys, epoch: 1)
    let hasStarted = DispatchSemaphore(value: 0)
    for _ in 0..<4 {
      Thread.detachNewThread {
        let plain = [UInt8](repeating: 5, count: 3000)
        var isFirst = true
        while true {
          do {
            var seals = try Sealing.seals(keys)
            _ = try Sealing.seal(plain, sealer, &seals)
          } catch SealError.ended {
            continue
          } catch {
            // A failure of another kind: the library was called after it had freed itself.
            abort()
          }
          if isFirst { hasStarted.signal() }
          isFirst = false
        }
      }
    }
    for _ in 0..<4 { hasStarted.wait() }
  }

  @Test("threads that seal while a program with its own OpenSSL exits receive an error, and the exit succeeds")
  func exit() async {
    await #expect(processExitsWith: .exitCode(7)) {
      // Handlers run in the reverse order of their registration: this one keeps the process alive after OpenSSL has freed itself.
      atexit { usleep(200_000) }
      let handle = try #require(dlopen("libcrypto.so.3", RTLD_NOW))
      let address = try #require(dlsym(handle, "OPENSSL_init_crypto"))
      let initialize = unsafeBitCast(address, to: (@convention(c) (UInt64, OpaquePointer?) -> Int32).self)
      // `OPENSSL_INIT_LOAD_CRYPTO_STRINGS`. Without any option, the call would register no handler.
      #expect(initialize(2, nil) == 1)
      try CryptoLibraryTests.beginSealing()
      Foundation.exit(7)
    }
  }

  @Test("the exit of a program without its own OpenSSL succeeds while threads seal")
  func exitAlone() async {
    await #expect(processExitsWith: .exitCode(7)) {
      atexit { usleep(200_000) }
      try CryptoLibraryTests.beginSealing()
      Foundation.exit(7)
    }
  }

  @Test("a forked child seals nothing, opens nothing, and exits")
  func fork() async {
    await #expect(processExitsWith: .success) {
      try CryptoLibraryTests.beginSealing()
      let keys = try Sealing.keys()
      let sealer = Sealer(keys, epoch: 1)
      var seals = try Sealing.seals(keys)
      let sealed = try Sealing.seal([1], sealer, &seals)
      for _ in 0..<10 {
        // Swift does not import `fork`, because most code must not run in a child of a process with threads.
        let call = unsafeBitCast(try #require(dlsym(nil, "fork")), to: (@convention(c) () -> Int32).self)
        let child = call()
        if child == 0 {
          do throws(SealError) {
            _ = try keys.withKey(.seal) { key throws(SealError) in key.count }
            _exit(1)
          } catch {
            if error != .inherited { _exit(2) }
          }
          if (try? Sealing.open(sealed, sealer)) != nil { _exit(3) }
          Foundation.exit(0)
        }
        var status: Int32 = 0
        #expect(waitpid(child, &status, 0) == child)
        #expect(status == 0)
      }
    }
  }
}
