import Foundation

/// The long run of tests that repeat: `ASHLAR_SOAK` says how often.
public enum Soak {
  /// True when the tests are to run long.
  public static var isOn: Bool { ProcessInfo.processInfo.environment["ASHLAR_SOAK"] != nil }

  fileprivate static var count: Int? { ProcessInfo.processInfo.environment["ASHLAR_SOAK"].flatMap { Int($0) } }
}

/// How often a test repeats: `quick`, or what `ASHLAR_SOAK` asks for, and then at least `long`.
public func rounds(quick: Int, long: Int = 0) -> Int { Soak.count.map { max($0, quick, long) } ?? quick }
