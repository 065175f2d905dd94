#if IngestService
  import AshlarIngest
  import Logging

  extension Ingest.Event {
    func log(to logger: Logging.Logger) {
      switch self {
      case .connected(let server): logger.info("connected", metadata: ["server": "\(server)"])
      case .sent(let table, let rows, let known, let bytes):
        logger.debug("sent", metadata: ["table": "\(table)", "rows": "\(rows)", "known": "\(known)", "bytes": "\(bytes)"])
      case .quarantined(let table, let reason):
        logger.warning("an object is quarantined", metadata: ["table": "\(table)", "reason": "\(reason)"])
      case .blocked(let table, let reason):
        logger.warning("objects wait until an error is corrected", metadata: ["table": "\(table)", "reason": "\(reason)"])
      case .waiting(let reason, let seconds):
        logger.warning("trying again later", metadata: ["reason": "\(reason)", "seconds": "\(seconds)"])
      case .backlog(let waiting, let quarantined, let bytes):
        logger.trace(
          "outbox", metadata: ["waiting": "\(waiting)", "quarantined": "\(quarantined)", "bytes": "\(bytes)"])
      }
    }
  }
#endif
