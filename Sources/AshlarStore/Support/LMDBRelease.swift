import CLMDB

/// The release of LMDB that the program is linked with.
///
/// `shim.h` of CLMDB checks the header when Ashlar is compiled. The library can still be a different one: the linker may search different
/// folders than the compiler, and a dynamic library may be replaced.
enum LMDBRelease {
  /// The description of the linked library, for example "LMDB 1.0.2: (Aug 6, 2026)"; nil if it is LMDB 0.9.
  private static let linkedOther: String? = {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    let text = String(cString: mdb_version(&major, &minor, &patch))
    return isSupported(major, minor, patch) ? nil : text
  }()

  /// Throws unless the linked library is LMDB 0.9. Called before LMDB creates or changes a file at `path`.
  static func check(_ path: String) throws(StoreError) {
    if let linkedOther { throw .otherLMDB(path: path, linked: linkedOther) }
  }

  /// Returns whether a version is a release of LMDB 0.9. The development versions of 1.0 have the version numbers 0.9.70 and 0.9.90.
  static func isSupported(_ major: Int32, _ minor: Int32, _ patch: Int32) -> Bool { major == 0 && minor == 9 && patch < 70 }

  /// Returns the name of the LMDB versions that write a data format other than 1, the format of LMDB 0.9.
  static func writer(ofFormat format: Int) -> String {
    switch format {
    case 2: "a development version of LMDB 1.0 (data format 2)"
    case 3: "LMDB 1.0 (data format 3)"
    default: "another version of LMDB (data format \(format))"
    }
  }
}
