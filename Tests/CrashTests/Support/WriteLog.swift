import Foundation

/// What a process did to a file, in order, as FaultShim writes it down.
struct WriteLog {
  enum Event {
    /// Bytes at an offset; `isSynced` when the call returned only when they were on the disk.
    case write(offset: Int, bytes: [UInt8], isSynced: Bool)
    /// A thread begins a sync.
    case sync(Int)
    /// The thread's sync has ended.
    case synced(Int)
    case note(Int)
    case truncate(Int)
    /// A checkpoint gets its name; `isSynced` when its bytes were on the disk before.
    case checkpoint(bytes: [UInt8], isSynced: Bool)
    /// Bytes at an offset of the file of the checkpoint, as `write`.
    case slot(offset: Int, bytes: [UInt8], isSynced: Bool)
    /// The checkpoint loses its name.
    case noCheckpoint
    /// The names are on the disk.
    case folderSynced
    /// The file gets another name.
    case moved
  }

  let events: [Event]

  init(path: String) throws {
    let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var events: [Event] = []
    var position = 0
    func word(_ offset: Int) -> Int {
      Int(truncatingIfNeeded: data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position + offset, as: UInt64.self) })
    }
    while position + 24 <= data.count {
      let (kind, syncs, place, count) = (data[position], data[position + 1], word(8), word(16))
      position += 24
      switch kind {
      case 1:
        events.append(.write(offset: place, bytes: Array(data[position..<position + count]), isSynced: syncs != 0))
        position += count
      case 2: events.append(.sync(place))
      case 3: events.append(.note(place))
      case 5:
        events.append(.checkpoint(bytes: Array(data[position..<position + count]), isSynced: syncs != 0))
        position += count
      case 6: events.append(.noCheckpoint)
      case 7: events.append(.folderSynced)
      case 9: events.append(.moved)
      case 10:
        events.append(.slot(offset: place, bytes: Array(data[position..<position + count]), isSynced: syncs != 0))
        position += count
      case 8: events.append(.synced(place))
      default: events.append(.truncate(place))
      }
    }
    self.events = events
  }
}

/// A disk that keeps what was synced, and of what was not only what chance lets it keep.
struct CrashDisk {
  private(set) var durable: [UInt8]
  /// Writes that no sync has ended for, in order.
  private(set) var pending: [(offset: Int, bytes: [UInt8])] = []
  // How many of them there were when the syncs began that are running, by thread.
  private var syncing: [Int: Int] = [:]
  /// The checkpoint beside the file on the disk, and what became of it since the folder was synced.
  private(set) var checkpoints: [[UInt8]?] = [nil]
  /// What a crash cannot take apart: disks write sectors as a whole.
  static let sector = 512

  init(_ bytes: [UInt8]) { durable = bytes }

  /// Takes in an event. A synced write is on the disk by itself; what was written before it is not thereby.
  mutating func apply(_ event: WriteLog.Event) {
    switch event {
    case .write(let offset, let bytes, let isSynced):
      if isSynced { CrashDisk.put(bytes, offset, &durable) } else { pending.append((offset, bytes)) }
    case .sync(let thread): syncing[thread] = pending.count
    case .synced(let thread):
      let count = syncing.removeValue(forKey: thread) ?? 0
      for write in pending[..<count] { CrashDisk.put(write.bytes, write.offset, &durable) }
      pending.removeFirst(count)
      syncing = syncing.mapValues { max(0, $0 - count) }
    case .checkpoint(let bytes, _): checkpoints.append(bytes)
    case .slot(let offset, let bytes, _):
      // The name is that of the file which was there last.
      if var slots = checkpoints[checkpoints.count - 1] {
        CrashDisk.put(bytes, offset, &slots)
        checkpoints[checkpoints.count - 1] = slots
      }
    case .noCheckpoint: checkpoints.append(nil)
    case .folderSynced: checkpoints.removeFirst(checkpoints.count - 1)
    case .truncate(let length):
      durable = Array(durable.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - durable.count))
    case .note, .moved: break
    }
  }

  /// The file as processes see it.
  var seen: [UInt8] {
    var bytes = durable
    for write in pending { CrashDisk.put(write.bytes, write.offset, &bytes) }
    return bytes
  }

  /// The disk after a crash during the write of `torn`, which is the event after those applied: any of the pending writes,
  /// in any order, the last one in parts.
  func image(_ torn: WriteLog.Event?, using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = durable
    var writes = pending
    if case .write(let offset, let data, _)? = torn { writes.append((offset, data)) }
    let kept = Int.random(in: 0...3, using: &random)
    for write in writes.shuffled(using: &random) {
      switch kept {
      // All, none, each with even chances, or each sector with even chances.
      case 0: CrashDisk.put(write.bytes, write.offset, &bytes)
      case 1: break
      case 2: if Bool.random(using: &random) { CrashDisk.put(write.bytes, write.offset, &bytes) }
      default:
        for start in stride(from: 0, to: write.bytes.count, by: CrashDisk.sector) where Bool.random(using: &random) {
          CrashDisk.put(Array(write.bytes[start..<min(start + CrashDisk.sector, write.bytes.count)]), write.offset + start, &bytes)
        }
      }
    }
    return bytes
  }

  /// The checkpoint as it is found when the power goes while `event` happens, which is the one after those applied: of a slot that is
  /// written any bytes may be there.
  func checkpoint(_ event: WriteLog.Event?, using random: inout some RandomNumberGenerator) -> [UInt8]? {
    let place = Int.random(in: 0..<checkpoints.count, using: &random)
    guard var slots = checkpoints[place] else { return nil }
    guard case .slot(let offset, let data, _)? = event, place == checkpoints.count - 1 else { return slots }
    let step = [data.count, 8, 1].randomElement(using: &random) ?? 1
    for start in stride(from: 0, to: data.count, by: step) where Bool.random(using: &random) {
      CrashDisk.put(Array(data[start..<min(start + step, data.count)]), offset + start, &slots)
    }
    return slots
  }

  private static func put(_ data: [UInt8], _ offset: Int, _ bytes: inout [UInt8]) {
    if bytes.count < offset + data.count { bytes += [UInt8](repeating: 0, count: offset + data.count - bytes.count) }
    bytes.replaceSubrange(offset..<offset + data.count, with: data)
  }
}
