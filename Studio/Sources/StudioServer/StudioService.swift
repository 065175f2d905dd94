internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import UnixSignals

/// Serves a studio until the process receives SIGINT or SIGTERM.
public enum StudioService {
  /// Listens on a port, and calls `ready` with the address to open. Returns after SIGINT or SIGTERM when all requests have been answered,
  /// but at most 3 seconds after the signal. Throws if the address is in use.
  /// - Parameter port: The port; 0 for any free port.
  public static func run(_ studio: Studio, port: Int, ready: @escaping @Sendable (String) -> Void) async throws {
    var logger = Logger(label: "ashlar-studio")
    // The targets of requests contain conditions, which must not be logged.
    logger.logLevel = .error
    let application = Application(
      responder: StudioResponder(studio),
      configuration: ApplicationConfiguration(address: .hostname(studio.options.address ?? "127.0.0.1", port: port)),
      onServerRunning: { channel in
        studio.listen(on: channel.localAddress?.port ?? port)
        ready(studio.link)
      }, logger: logger)
    // Services are shut down in reverse order. The streams must end first, because the server waits for them.
    var configuration = ServiceGroupConfiguration(
      services: [application, StreamEnd(studio: studio)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // A page may keep a connection open without a request.
    configuration.maximumGracefulShutdownDuration = .seconds(3)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch is CancellationError {
      // The last requests have not ended within these seconds.
    }
  }
}

/// Ends the event streams when the server is shut down, because the server waits for their end.
private struct StreamEnd: Service {
  let studio: Studio

  func run() async throws {
    try? await gracefulShutdown()
    await studio.end()
  }
}
