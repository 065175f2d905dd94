internal import Foundation

/// The default browser of the user who started the program.
enum Browser {
  /// Opens an address. Does nothing if no browser can be found, because the user can open the printed address.
  static func open(_ link: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    #if os(macOS)
      process.arguments = ["open", link]
    #else
      process.arguments = ["xdg-open", link]
    #endif
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
