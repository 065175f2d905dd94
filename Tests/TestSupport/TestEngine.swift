import AshlarEncryption
import AshlarStore
import Foundation

/// The engine with which the tests of this process open files: `ASHLAR_TEST_ENGINE=nodes` chooses that whose indexes are in nodes, and
/// `ASHLAR_TEST_ENGINE=sealed` that of encrypted files.
public enum TestEngine {
  private static let name = ProcessInfo.processInfo.environment["ASHLAR_TEST_ENGINE"]

  /// Whether files that are opened without a key are encrypted in this process.
  public static var isSealed: Bool { name == "sealed" }

  /// Returns the names of a file's features without that of the engine.
  public static func otherFeatures(_ names: [String]) -> [String] { isSealed ? names.filter { $0 != "sealed" } : names }

  private static let choice: Void = {
    switch name {
    case nil, "plain": break
    case "nodes": EngineFactory.use(.nodes)
    case "sealed": EngineFactory.use(sealed)
    case let other?: preconditionFailure("ASHLAR_TEST_ENGINE is 'plain', 'nodes' or 'sealed', not '\(other)'")
    }
  }()

  private static var sealed: EngineFactory {
    let bytes = (0..<EncryptionKey.size).map { UInt8($0) }
    guard let key = bytes.withUnsafeBytes({ EncryptionKey(copying: $0) }) else { preconditionFailure("there is no memory for the key") }
    return .sealed(key)
  }

  /// Chooses the engine, once. Every temporary folder does this; programs that tests start, and exit tests without such a folder, do it
  /// first.
  public static func choose() { choice }
}
