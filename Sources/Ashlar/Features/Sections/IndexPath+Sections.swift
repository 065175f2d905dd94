// On platforms with UIKit or AppKit, their declarations are used.
#if !canImport(UIKit) && !canImport(AppKit)
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  extension IndexPath {
    /// Creates the path to an element of a section: `IndexPath(item: 0, section: 2)`.
    public init(item: Int, section: Int) { self = [section, item] }
    /// Creates the path to an element of a section: `IndexPath(row: 0, section: 2)`.
    public init(row: Int, section: Int) { self = [section, row] }
    /// The position of the section, which is the first index.
    public var section: Int { self[0] }
    /// The position of the element in its section, which is the second index.
    public var item: Int { self[1] }
    /// The position of the element in its section, which is the second index.
    public var row: Int { self[1] }
  }
#endif
