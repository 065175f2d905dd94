#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The reason why a source contains no key. The description contains none of the bytes that were found.
public struct KeyFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The contents of the source, or the error of the system.
  public enum Reason: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The system denied access to the file.
    case denied
    /// The file cannot be read, for a reason of the system.
    case unreadable(String)
    /// The environment has no such variable.
    case notSet
    /// The source has this number of bytes, which is not the size of a key.
    case otherLength(Int)
    /// The source has more bytes than this limit.
    case longerThan(Int)
    /// There are as many characters as a key has digits, and not all are hexadecimal digits. The value is the number of bytes.
    case notDigits(Int)
    /// The system provided no memory for the key.
    case noMemory
  }

  /// The source.
  public let source: KeySource
  /// The contents of the source, or the error of the system.
  public let reason: Reason

  init(_ source: KeySource, _ reason: Reason) {
    self.source = source
    self.reason = reason
  }

  init(_ source: KeySource, failedWith code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self.init(source, .missing)
    case EACCES, EPERM: self.init(source, .denied)
    default: self.init(source, .unreadable(String(cString: strerror(code))))
    }
  }

  /// A sentence that names the source and what was found, followed by the form of a key.
  public var description: String {
    let form = "A key is \(EncryptionKey.size) bytes, or \(2 * EncryptionKey.size) hexadecimal digits."
    return switch reason {
    case .missing: "\(name) does not exist."
    case .denied: "\(name) cannot be read: permission denied."
    case .unreadable(let text): "\(name) cannot be read: \(text)."
    case .notSet: "\(name) is not set."
    case .otherLength(0): "\(name) is empty. \(form)"
    case .otherLength(let count): "\(name) contains \(count) \(count == 1 ? "byte" : "bytes"). \(form)"
    case .longerThan(let count): "\(name) contains more than \(count) bytes. \(form)"
    case .notDigits(let count): "\(name) contains \(count) bytes that are not all hexadecimal digits. \(form)"
    case .noMemory: "The system provided no memory for the key of \(name.prefix(1).lowercased() + name.dropFirst())."
    }
  }

  private var name: String {
    switch source {
    case .file(let path): "The key file '\(path)'"
    case .standardInput: "Standard input"
    case .environment(let name): "The environment variable '\(name)'"
    }
  }
}
