import Foundation
import Testing

/// A folder that is removed together with its owner.
final class Folder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "weather-station-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// Waits until a condition is true, for at most a minute.
func wait(until condition: @Sendable () throws -> Bool) async throws {
  for _ in 0..<3000 {
    if try condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  Issue.record("waited in vain")
}

/// Executes a statement with psql. The columns of each row are separated by `|`.
@discardableResult
func query(_ sql: String) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql]
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  try #require(process.terminationStatus == 0, "\(sql)")
  return text.trimmingCharacters(in: .newlines)
}
