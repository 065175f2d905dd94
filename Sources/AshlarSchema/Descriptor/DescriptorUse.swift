/// Where a descriptor is stored, which determines the sections that its readers must support.
public enum DescriptorUse: Sendable {
  /// In a program or in a history of releases.
  case program
  /// In a database file. The list of the file's features states which features the schema uses, so a program that does not support the
  /// section of a feature may still read the file.
  case file
}
