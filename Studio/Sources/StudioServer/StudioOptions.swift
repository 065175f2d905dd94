/// The settings of a studio.
public struct StudioOptions: Sendable {
  /// The path of the file.
  public var file: String
  /// Whether requests may write to the file.
  public var mayWrite: Bool
  /// A token that may be exchanged for a cookie any number of times; nil for a random one that may be exchanged once.
  public var token: String?
  /// The address that is listened on; nil for the loopback interface.
  public var address: String?
  /// How long the rows of a view, and the file, are kept after the last request of a page.
  public var idleTime: Duration = .seconds(60)
  /// The greatest duration of a request, except of event streams, imports and exports.
  public var timeLimit: Duration = .seconds(30)
  /// The greatest number of requests that run at the same time, except event streams.
  public var requestLimit = 20
  /// The least time between two events of one kind.
  public var eventInterval: Duration = .milliseconds(100)
  /// Whether a request that is cancelled by its client ends its event stream. False for requests that no connection carries.
  public var watchesConnections = true

  /// Creates settings with the defaults.
  public init(file: String, mayWrite: Bool = false, token: String? = nil, address: String? = nil) {
    self.file = file
    self.mayWrite = mayWrite
    self.token = token
    self.address = address
  }

  /// The greatest size of a body, except that of an import.
  static let bodyLimit = 1 << 20
  /// The greatest size of an import.
  static let importLimit = 256 << 20
  /// The greatest size of the target of a request: a condition of 64 KB, in which each byte may be escaped, and the rest.
  static let targetLimit = 256 << 10
  /// The greatest number of pages at the same time.
  static let clientLimit = 32
  /// The greatest number of rows in an answer.
  static let rowLimit = 500
}
