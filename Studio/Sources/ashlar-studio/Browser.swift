internal import Foundation

/// The default browser of the user who started the program. It opens a file that redirects it to the studio: all users of the machine can
/// read the arguments of programs, and the address contains the token.
final class Browser: Sendable {
  // In the folder for temporary files.
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("ashlar-studio-\(UUID().uuidString).html").path

  /// Opens an address, which consists of characters that HTML need not escape. Does nothing if no browser can be found or if the file
  /// cannot be written, because the user can open the printed address.
  func show(_ link: String) {
    guard write("<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url=\(link)\">\n") else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    #if os(macOS)
      process.arguments = ["open", path]
    #else
      process.arguments = ["xdg-open", path]
    #endif
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }

  /// Deletes the file, if it has been written.
  func close() { unlink(path) }

  // Creates the file, which only the user may read.
  private func write(_ text: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard file >= 0 else { return false }
    do { try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: Data(text.utf8)) } catch { return false }
    return true
  }
}
