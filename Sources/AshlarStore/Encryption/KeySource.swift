import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A place that contains a key: 64 bytes, or 128 hexadecimal digits, which a newline may follow.
public enum KeySource: Hashable, Sendable {
  /// A file, a pipe or a device.
  case file(String)
  case standardInput
  /// A variable of the environment, which other processes of the user can read.
  case environment(String)

  // 128 digits and a newline of two characters.
  private static let longest = 2 * EncryptionKey.size + 2

  /// Reads the key. Reads no more bytes than a key has, and keeps them in no memory that core dumps include.
  public func read() throws(KeyFault) -> EncryptionKey {
    switch self {
    case .environment(let name):
      guard let value = getenv(name) else { throw KeyFault(self, .notSet) }
      return try key(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    case .standardInput: return try read(0)
    case .file(let path):
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
      if descriptor < 0 { throw KeyFault(self, failedWith: errno) }
      defer { close(descriptor) }
      return try read(descriptor)
    }
  }

  /// A warning if the key is in a file that other users can read; nil otherwise.
  public var warning: String? {
    guard case .file(let path) = self else { return nil }
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_mode & 0o044 != 0 else { return nil }
    return "the key file '\(path)' can be read by other users; 'chmod 600' prevents this"
  }

  private func key(_ bytes: UnsafeRawBufferPointer) throws(KeyFault) -> EncryptionKey {
    let reason: KeyFault.Reason
    switch EncryptionKey.reading(bytes) {
    case .key(let key): return key
    case .noMemory: reason = .noMemory
    case .notDigits: reason = .notDigits(bytes.count)
    case .otherLength: reason = bytes.count > KeySource.longest ? .longerThan(KeySource.longest) : .otherLength(bytes.count)
    }
    throw KeyFault(self, reason)
  }

  private func read(_ descriptor: Int32) throws(KeyFault) -> EncryptionKey {
    var (count, code): (Int, Int32) = (0, 0)
    let buffer = try SecretBytes(count: KeySource.longest + 1, withoutMemory: KeyFault(self, .noMemory)) { memory throws(KeyFault) in
      while count < memory.count {
        let more = systemRead(descriptor, memory.baseAddress.map { $0 + count }, memory.count - count)
        if more < 0, errno == EINTR { continue }
        if more < 0 { code = errno }
        if more <= 0 { return }
        count += more
      }
    }
    if code != 0 { throw KeyFault(self, failedWith: code) }
    return try buffer.withBytes(inChild: KeyFault(self, .noMemory)) { bytes throws(KeyFault) in
      try key(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
  }
}

// Inside `KeySource`, name lookup finds its own `read` first.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(file, buffer, count) }
