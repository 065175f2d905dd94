/// The reason why bytes are not a descriptor that this build can read, and its location.
public struct DescriptorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `header`, `directory`, or the four letters of a section.
  public let section: String
  /// The index of the record in its section; nil if the fault is not in a record.
  public let record: Int?
  /// The offset of the faulty bytes in the descriptor.
  public let offset: Int
  /// The fault at this offset.
  public let fault: DescriptorFault

  /// One sentence with the location and the reason.
  public var description: String {
    let place = record.map { "\(section) record \($0)" } ?? section
    return "The schema descriptor cannot be read: \(place), offset \(offset): \(fault)."
  }
}
