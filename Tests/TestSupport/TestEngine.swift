import AshlarStore
import Foundation

/// The engine with which the tests of this process open files: `ASHLAR_TEST_ENGINE=nodes` chooses that whose indexes are in nodes.
public enum TestEngine {
  private static let choice: Void = {
    switch ProcessInfo.processInfo.environment["ASHLAR_TEST_ENGINE"] {
    case nil, "plain": break
    case "nodes": EngineFactory.use(.nodes)
    case let other?: preconditionFailure("ASHLAR_TEST_ENGINE is 'plain' or 'nodes', not '\(other)'")
    }
  }()

  /// Chooses the engine, once. Every temporary folder does this; programs that tests start do it first.
  public static func choose() { choice }
}
