#if IngestService
  import AshlarIngest
  import Logging

  extension Ingest.Event {
    /// - Parameter hidesReasons: Whether reasons are left out, because the words of a server may contain values of the file.
    func log(to logger: Logging.Logger, hidesReasons: Bool) {
      func text(_ reason: String) -> Logging.Logger.MetadataValue {
        "\(hidesReasons ? "left out, because the file is encrypted" : reason)"
      }
      switch self {
      case .connected(let server): logger.info("connected", metadata: ["server": "\(server)"])
      case .sent(let table, let rows, let known, let bytes):
        logger.debug("sent", metadata: ["table": "\(table)", "rows": "\(rows)", "known": "\(known)", "bytes": "\(bytes)"])
      case .quarantined(let table, let reason):
        logger.warning("an object is quarantined", metadata: ["table": "\(table)", "reason": text(reason)])
      case .blocked(let table, let reason):
        logger.warning("objects wait until an error is corrected", metadata: ["table": "\(table)", "reason": text(reason)])
      case .waiting(let reason, let seconds):
        logger.warning("trying again later", metadata: ["reason": text(reason), "seconds": "\(seconds)"])
      case .backlog(let waiting, let quarantined, let bytes):
        logger.trace(
          "outbox", metadata: ["waiting": "\(waiting)", "quarantined": "\(quarantined)", "bytes": "\(bytes)"])
      }
    }
  }
#endif
