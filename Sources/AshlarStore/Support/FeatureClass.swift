/// States whether a process that does not know a feature may read or write a file that has it. The raw value is part of the file format.
public enum FeatureClass: UInt8, Sendable {
  /// The process cannot open the file: it would misread the file's bytes.
  case read = 1
  /// The process may open the file read-only: every writer must maintain the feature's data.
  case write = 2
  /// The process may read and write the file. The feature's data are named values of the space `meta` that a writer need not maintain.
  case ignorable = 3
}
