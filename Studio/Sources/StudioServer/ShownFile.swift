internal import AshlarInspection
internal import Synchronization

/// The file that a studio shows, with its key, and the pages that use it.
final class ShownFile: Sendable {
  /// The settings, with the key of the file.
  let options: StudioOptions
  let clients: ClientList
  let opened: OpenedState
  /// Writes to the file; nil if no request may write.
  let editor: Editor?
  /// The sizes of tables and indexes when all pages were read last.
  let sizes: Mutex<FileSizes>

  /// Opens the file, checks all of its pages, and closes it again. Throws `ViewFailure` if the file cannot be shown, such as because of a
  /// feature that this release does not know, or because the key is missing or wrong.
  init(_ options: StudioOptions) throws {
    self.options = options
    clients = ClientList(options)
    editor = options.mayWrite ? Editor(options) : nil
    opened = try OpenedState(options)
    sizes = Mutex(opened.report.sizes)
  }

  /// Returns a report about the file, which may be open.
  func report() throws -> FileReport { try FileReport(path: options.file, key: options.key) }
}

/// A report about the file at the start of the studio.
struct OpenedState: Sendable {
  let report: FileReport
  let time: String

  init(_ options: StudioOptions) throws {
    // Opened in the same way as for a page, the file throws every reason for which a page cannot show it. It pins its version during the
    // check, even if other processes write.
    let file = try LiveFile(path: options.file, key: options.key)
    // Damage that is found only when a page reads it would terminate the program.
    report = try withExtendedLifetime(file) { try FileReport(path: options.file, key: options.key, checksums: true) }
    time = Moment.now
  }
}
