import Ashlar
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarSQLite

@Suite("Values of SQLite databases")
struct SQLiteValueTests {
  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  @Test("text of a UTF-16 database is read as it is, or refused", arguments: ["UTF-16le", "UTF-16be"])
  func wideText(encoding: String) throws {
    let isLittle = encoding.hasSuffix("le")
    // A lone surrogate, and a pair of surrogates after 'a' and NUL.
    let lone = isLittle ? "3DD8" : "D83D"
    let whole = isLittle ? "610000003DD815DC" : "00610000D83DDC15"
    let odd: [UInt8] = isLittle ? [0x61, 0, 0x62, 0, 0x63, 0, 0xFF] : [0, 0x61, 0, 0x62, 0, 0x63, 0xFF]
    let statements = [
      "PRAGMA encoding = '\(encoding)'", "CREATE TABLE t (id INTEGER PRIMARY KEY, s)",
      "INSERT INTO t VALUES (1, CAST(x'\(lone)' AS TEXT)), (2, ?), (3, CAST(x'\(whole)' AS TEXT)), (4, ''), (5, 'é')",
    ]
    let writing = try folder.database("w.sqlite", Array(statements.prefix(2)))
    let insert = try writing.prepare(statements[2])
    try insert.bind(bytes: odd, 0)
    try insert.run()
    // SQLite itself does not store such text, so the type of the BLOB is changed: it precedes the value.
    let url = URL(fileURLWithPath: folder.file("w.sqlite"))
    var bytes = try Data(contentsOf: url)
    let place = try #require(bytes.firstRange(of: odd)?.lowerBound)
    #expect(bytes[place - 1] == UInt8(12 + 2 * odd.count))
    bytes[place - 1] += 1
    try bytes.write(to: url)
    let database = try SQLiteDatabase(folder.file("w.sqlite"), .reading)
    try database.readEncoding()
    let values = try database.rows("SELECT s FROM t ORDER BY id").map { $0[0] }
    #expect(values[0] == .damagedUTF16([0xD83D]))
    #expect(values[1] == .damagedUTF16([0x61, 0x62, 0x63]))
    #expect(values[2...] == [.text("a\0\u{1F415}"), .text(""), .text("é")])
    for type in ["String", "Data", "AnyRealmValue"] {
      let schema = try folder.compile(
        """
        ashlar: 1
        schema: { name: S }
        objects:
          T: { table: t, properties: { id: { type: Int, primaryKey: true }, s: \(type) } }
        """)
      let error = #expect(throws: SQLiteImport.Refused.self) { try folder.load("w.sqlite", schema, to: "\(type).realm") }
      let lines = error?.description.split(separator: "\n") ?? []
      #expect(lines.count == 2)
      for (line, row) in zip(lines, 1...2) {
        #expect(line.hasPrefix("t, rowid \(row): column 's': text that is not valid UTF-16 is not "), "\(line)")
      }
    }
  }

  @Test("the declared types of an export have no meaning in the columns of another program")
  func declaredTypes() throws {
    try folder.database(
      "d.sqlite", ["CREATE TABLE t (d DATETIME_REAL, v JSON_TEXT)", "INSERT INTO t VALUES (2451544.5, '{\"a\":'), (NULL, '[1]')"])
    let schema = try folder.compile(
      """
      ashlar: 1
      schema: { name: T }
      objects:
        T: { table: t, properties: { d: Date?, v: AnyRealmValue } }
      """)
    let error = #expect(throws: SQLiteImport.Refused.self) { try folder.load("d.sqlite", schema, to: "a.realm") }
    #expect(error?.description.contains("is a date of unknown form: state what such numbers mean with '--dates'") == true)
    let realm = try folder.realm("b.realm", schema)
    _ = try SQLiteImport(folder.file("d.sqlite"), dates: .julian, danglingIsNil: false).store(in: realm, schema: schema) { _, _, _ in }
    let rows = Array(realm.dynamicObjects("t"))
    #expect(rows[0]["d"] as? Date == Date(timeIntervalSince1970: 946_684_800))
    let lines = Dump(realm, isOrdered: false).lines
    #expect(lines.count == 2)
    // The bytes of the texts.
    for text in ["{\"a\":", "[1]"] { #expect(lines.contains { $0.contains("v=string \(Array(text.utf8))") }, "\(lines)") }
  }

  @Test("text and numbers that a Double does not represent are refused alike")
  func doubles() throws {
    let form = ColumnForm(.double, declaredType: "", dates: nil)
    for number in [9_007_199_254_740_993, -9_007_199_254_740_993, Int64.max] as [Int64] {
      #expect(throws: ColumnFailure.self) { try form.json(.integer(number)) }
      #expect(throws: ColumnFailure.self) { try form.json(.text("\(number)")) }
    }
    for text in ["9007199254740992", "-5", "0.1", "1e300", "9007199254740993.5"] { _ = try form.json(.text(text)) }
    // Integers of more than 64 bits, and numbers that would be 0.
    for text in ["18446744073709551617", "-36893488147419103233", "1\(String(repeating: "0", count: 40))", "1e-400", "-0.1e-400"] {
      #expect(throws: ColumnFailure.self) { try form.json(.text(text)) }
    }
    for text in ["18446744073709551616", "-0036893488147419103232", "0e-400", "0.0", "-0"] { _ = try form.json(.text(text)) }
  }

  @Test("an integer that a date would store with other seconds is refused")
  func dates() throws {
    let form = ColumnForm(.date, declaredType: "DATE", dates: .unix)
    for number in [1_700_000_000_123_456_789, -1_700_000_000_123_456_789, 1 << 53 + 978_307_201] as [Int64] {
      #expect(throws: ColumnFailure.self) { try form.json(.integer(number)) }
      #expect(throws: ColumnFailure.self) { _ = try form.contents(.integer(number)) }
    }
    for number in [1_700_000_000, -1_700_000_000_000, 1 << 53] as [Int64] { _ = try form.contents(.integer(number)) }
    // Fractions are rounded.
    _ = try ColumnForm(.date, declaredType: "DATE", dates: .unixMilliseconds).contents(.integer(1_700_000_000_123))
    _ = try form.contents(.text("2024-02-29T12:00:00.123456789Z"))
  }
}
