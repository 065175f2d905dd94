// Where UIKit and AppKit have these, theirs are used.
#if !canImport(UIKit) && !canImport(AppKit)
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  extension IndexPath {
    /// The path to an element of a section.
    public init(item: Int, section: Int) { self = [section, item] }
    /// The path to an element of a section.
    public init(row: Int, section: Int) { self = [section, row] }
    /// The section's position: the first index.
    public var section: Int { self[0] }
    /// The element's position in its section: the second index.
    public var item: Int { self[1] }
    /// The element's position in its section: the second index.
    public var row: Int { self[1] }
  }
#endif
