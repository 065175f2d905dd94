public import AshlarStore

/// The settings of a studio.
public struct StudioOptions: Sendable {
  /// The path of the file.
  public var file: String
  /// The key of the file; nil if the file is not encrypted, or if a page sends the key.
  public var key: EncryptionKey?
  /// Whether requests may write to the file.
  public var mayWrite: Bool
  /// A token that may be exchanged for a cookie any number of times; nil for a random one that may be exchanged once.
  public var token: String?
  /// The address to listen on; nil for the loopback interface.
  public var address: String?
  /// How long the rows of a view are kept after the last request for them, and the file after the last request of a page.
  public var idleTime: Duration = .seconds(60)
  /// The maximum duration of a request; event streams, imports and exports have no limit.
  public var timeLimit: Duration = .seconds(30)
  /// The maximum number of requests that run at the same time; event streams, imports and exports do not count.
  public var requestLimit = 20
  /// The maximum number of imports that are received or stored at the same time, because each occupies as much memory as its file.
  public var importCount = 2
  /// How long a client may pause a download. The version of a download is pinned until its end, so that the file grows.
  public var pauseLimit: Duration = .seconds(60)
  /// The minimum time between two reports of changes in an event stream.
  public var eventInterval: Duration = .milliseconds(100)
  /// How long a request with a wrong key waits for its answer. No other key is accepted meanwhile.
  public var keyPause: Duration = .seconds(1)
  /// Whether an event stream ends when the client closes its connection. False for requests without a connection, as in tests.
  public var watchesConnections = true

  /// Creates settings with the defaults.
  public init(file: String, mayWrite: Bool = false, token: String? = nil, address: String? = nil) {
    self.file = file
    self.mayWrite = mayWrite
    self.token = token
    self.address = address
  }

  /// The maximum size in bytes of the body of a request, except of an import.
  static let bodyLimit = 1 << 20
  /// The maximum size in bytes of the body of a request with a key.
  static let keyLimit = 200
  /// The maximum size of an import in bytes.
  static let importLimit = 256 << 20
  /// The maximum size in bytes of the target of a request: a condition of 64 KiB, whose bytes may occupy three bytes each because of
  /// escapes, and the other parameters.
  static let targetLimit = 256 << 10
  /// The maximum number of pages at the same time.
  static let clientLimit = 32
  /// The maximum number of rows in a response.
  static let rowLimit = 500
}
