import Foundation

/// How many pages of a file something changes: what a commit costs, whatever the machine.
func changedPages(_ path: String, _ body: () throws -> Void) throws -> Int {
  let before = try Data(contentsOf: URL(fileURLWithPath: path))
  try body()
  let after = try Data(contentsOf: URL(fileURLWithPath: path))
  return before.withUnsafeBytes { before in
    after.withUnsafeBytes { after in
      stride(from: 0, to: after.count, by: 4096).reduce(0) { count, start in
        guard start + 4096 <= before.count, start + 4096 <= after.count else { return count + 1 }
        return count + (memcmp(before.baseAddress! + start, after.baseAddress! + start, 4096) == 0 ? 0 : 1)
      }
    }
  }
}
