import Foundation

/// The long run of tests that repeat: `ASHLAR_SOAK` says how often.
public enum Soak {
  /// True when the tests are to run long.
  public static var isOn: Bool { ProcessInfo.processInfo.environment["ASHLAR_SOAK"] != nil }

  /// True in the soak and in `make test-long`.
  public static var isLong: Bool { isOn || ProcessInfo.processInfo.environment["ASHLAR_ROUNDS"] == "long" }

  static var count: Int? { ProcessInfo.processInfo.environment["ASHLAR_SOAK"].flatMap { Int($0) } }
}
