import CBench
import Foundation

/// Keeps results alive, so that no loop is dropped.
@inline(never) func sink(_ value: Int) {
  if value == 0x7A3B_55C1_1234 { print("# sunk") }
}

/// Prevents the optimizer from reusing values that were read before. Without optimization no value is reused, and the call would only
/// distort the figure.
@inline(__always) func barrier() {
  #if !DEBUG
    bench_barrier()
  #endif
}

/// The seconds that `body` takes.
func time(_ body: () throws -> Void) rethrows -> Double {
  let start = bench_now()
  try body()
  return bench_now() - start
}

/// Which workloads to run, on how many rows, and how results are printed.
struct Harness {
  var rows: Int
  var folder: URL
  /// `W1`, `W2`, …; empty: all.
  var only: Set<Substring>
  /// The key of all files that `configuration` describes; nil if they are not encrypted.
  var encryptionKey: Data?

  /// How often one of the smallest operations repeats, or how large a collection is: less where there are few rows, as when instructions
  /// are counted.
  func repeats(_ usual: Int) -> Int { rows < 10_000 ? min(usual, 20_000) : usual }

  func wants(_ workload: Substring) -> Bool { only.isEmpty || only.contains(workload) }

  /// One warm-up and three runs of `body`, which returns the seconds that count.
  func run(_ name: String, operations: Int, _ body: () throws -> Double) rethrows {
    _ = try body()
    bench_count_from_here()
    let times = try (0..<3).map { _ in try body() }
    report(name, operations: operations, times)
  }

  /// One warm-up and three runs of each of two bodies, in turns: what slows one of them down slows both down.
  func alternately(
    _ first: String, _ second: String, operations: Int, _ body: () throws -> Double, _ other: () throws -> Double
  ) rethrows {
    var (times, others) = ([Double](), [Double]())
    for _ in 0..<4 {
      times.append(try body())
      others.append(try other())
    }
    report(first, operations: operations, Array(times.dropFirst()))
    report(second, operations: operations, Array(others.dropFirst()))
  }

  /// `name⇥operations⇥best seconds⇥best ns⇥median ns`, the line that the C clients print.
  func report(_ name: String, operations: Int, _ times: [Double]) {
    let sorted = times.sorted()
    let best = sorted[0]
    let median = sorted[sorted.count / 2]
    let scale = 1e9 / Double(max(operations, 1))
    print([name, "\(operations)", decimals(best, 6), decimals(best * scale, 2), decimals(median * scale, 2)].joined(separator: "\t"))
    fflush(nil)
  }

  /// `name⇥bytes⇥bytes⇥megabytes⇥MB`, as the C clients.
  func reportSize(_ name: String, of database: String) throws {
    reportBytes(name, try size(of: database))
  }

  /// The size of the file of this name, in bytes.
  func size(of database: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: file(database).path)[.size] as? Int ?? 0
  }

  /// `name⇥bytes⇥bytes⇥megabytes⇥MB`, for memory.
  func reportBytes(_ name: String, _ bytes: Int) {
    print([name, "\(bytes)", "bytes", decimals(Double(bytes) / 1e6, 2), "MB"].joined(separator: "\t"))
    fflush(nil)
  }

  /// A remark on standard error, in the form of the C clients.
  func note(_ text: String) {
    FileHandle.standardError.write(Data("# \(text)\n".utf8))
  }

  private func decimals(_ value: Double, _ count: Int) -> String { String(format: "%.\(count)f", value) }
}
