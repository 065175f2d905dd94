import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("Building beside LMDB 1.0", .blocking)
struct LMDBBuildTests {
  private static let env = URL(filePath: "/usr/bin/env")

  /// The macros of a version, as lmdb.h defines them.
  private static func macros(_ version: [Int]) -> String {
    """
    #define MDB_VERSION_MAJOR\t\(version[0])
    #define MDB_VERSION_MINOR\t\(version[1])
    #define MDB_VERSION_PATCH\t\(version[2])
    #define MDB_VERINT(a,b,c)\t(((a) << 24) | ((b) << 16) | (c))
    #define MDB_VERSION_FULL\tMDB_VERINT(MDB_VERSION_MAJOR,MDB_VERSION_MINOR,MDB_VERSION_PATCH)

    """
  }

  @Test(
    "with the header of LMDB 1.0 nothing compiles, and the message says what to do; with one of 0.9 it does",
    arguments: [[0, 9, 24], [0, 9, 36], [0, 9, 70], [0, 9, 90], [1, 0, 0], [1, 0, 2]])
  func header(_ version: [Int]) throws {
    let folder = try TemporaryFolder()
    try folder.write(LMDBBuildTests.macros(version), to: "include/lmdb.h")
    try folder.write("import CLMDB\nlet patch = MDB_VERSION_PATCH\n", to: "Uses.swift")
    let map = Repository.folder.appending(path: "Sources/CLMDB/module.modulemap").path(percentEncoded: false)
    // A module cache of its own: headers of system modules are not compared with a cached module.
    let result = try Shell.run(
      LMDBBuildTests.env,
      ["swiftc", "-typecheck", "-module-cache-path", folder.file("cache"), "-Xcc", "-fmodule-map-file=\(map)"]
        + ["-Xcc", "-I\(folder.file("include"))", folder.file("Uses.swift")])
    if version.lexicographicallyPrecedes([0, 9, 70]) {
      #expect(result.status == 0, "\(result.errors)")
    } else {
      #expect(result.status != 0)
      #expect(result.errors.contains("Ashlar needs LMDB 0.9, and this lmdb.h is of LMDB 1.0 or a development version of it."))
      #expect(result.errors.contains("Scripts/build-lmdb"))
    }
  }

  /// Runs the script on sources of a version that define one function.
  private func build(_ version: [Int], in folder: TemporaryFolder) throws -> Shell.Result {
    try folder.write(LMDBBuildTests.macros(version), to: "sources/lmdb.h")
    try folder.write("#include \"lmdb.h\"\nint mdb_patch(void) { return MDB_VERSION_PATCH; }\n", to: "sources/mdb.c")
    try folder.write("int mdb_midl(void) { return 0; }\n", to: "sources/midl.c")
    try folder.write("", to: "sources/midl.h")
    let script = Repository.folder.appending(path: "Scripts/build-lmdb")
    return try Shell.run(script, [folder.file("sources"), folder.file("prefix")])
  }

  @Test("the script builds a static library of 0.9, and pkg-config finds it")
  func script() throws {
    let folder = try TemporaryFolder()
    let result = try build([0, 9, 36], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("LMDB 0.9.36"))
    let packages = folder.file("prefix/lib/pkgconfig")
    #expect(result.output.contains("export PKG_CONFIG_PATH=\(packages)"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("prefix/lib"))
    #expect(names.sorted() == ["liblmdb.a", "pkgconfig"])
    for (options, expected) in [(["--modversion"], "0.9.36"), (["--cflags", "--libs"], "-L\(folder.file("prefix/lib"))")] {
      let found = try Shell.run(
        LMDBBuildTests.env, ["pkg-config"] + options + ["lmdb"], environment: ["PKG_CONFIG_PATH": packages])
      #expect(found.output.contains(expected), "\(found.output)\(found.errors)")
    }
  }

  @Test("the script refuses sources of LMDB 1.0 and of its development versions", arguments: [[0, 9, 70], [0, 9, 90], [1, 0, 2]])
  func refusedSources(_ version: [Int]) throws {
    let folder = try TemporaryFolder()
    let result = try build(version, in: folder)
    #expect(result.status == 65)
    #expect(result.errors.contains("needs a release of 0.9"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("prefix")))
  }
}
