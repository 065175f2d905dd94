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
    // With the limits of 80 KB that are the default, the server would refuse long conditions, and close the connection without an answer.
    // Targets that are a little longer than permitted are refused by the studio. The other headers have their 80 KB in addition.
    let targetLimit = StudioOptions.targetLimit + 1024
    let application = Application(
      responder: StudioResponder(studio),
      server: .http1(
        configuration: .init(
          httpDecoderConfiguration: .init(maxHeaderFieldSize: targetLimit, maxHeaderListSize: targetLimit + (80 << 10)))),
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
