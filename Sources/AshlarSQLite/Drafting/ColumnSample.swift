/// The numbers of sampled values of a column, by type, and the properties that all of them have in common.
struct ColumnSample: Equatable {
  private(set) var nulls = 0
  private(set) var integers = 0
  private(set) var reals = 0
  private(set) var texts = 0
  private(set) var blobs = 0
  /// The number of texts that are not valid UTF-8 or, in a UTF-16 database, UTF-16.
  private(set) var damaged = 0
  private(set) var least = Int64.max
  private(set) var greatest = Int64.min
  private(set) var leastReal = Double.infinity
  private(set) var greatestReal = -Double.infinity
  private(set) var isFractional = false
  private var uuidTexts = 0
  private var dateTexts = 0
  private var jsonTexts = 0
  private var sixteenBytes = 0

  mutating func add(_ value: SQLiteValue) {
    switch value {
    case .null: nulls += 1
    case .integer(let number):
      integers += 1
      (least, greatest) = (min(least, number), max(greatest, number))
    case .real(let number):
      reals += 1
      (leastReal, greatestReal) = (min(leastReal, number), max(greatestReal, number))
      if number != number.rounded() { isFractional = true }
    case .text(let text):
      texts += 1
      if text.utf8.count == 36, Self.isUUID(text) { uuidTexts += 1 }
      if text.utf8.count <= 40, ColumnDate.parse(text) != nil { dateTexts += 1 }
      if let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { jsonTexts += 1 }
    case .damagedText, .damagedUTF16: damaged += 1
    case .blob(let bytes):
      blobs += 1
      if bytes.count == 16 { sixteenBytes += 1 }
    }
  }

  /// The number of values that are not NULL.
  var values: Int { integers + reals + texts + blobs + damaged }
  var areIntegers: Bool { values > 0 && integers == values }
  var areNumbers: Bool { values > 0 && integers + reals == values }
  var areTexts: Bool { values > 0 && texts == values }
  var areBlobs: Bool { values > 0 && blobs == values }
  /// Whether all values are 0 or 1, and both occur.
  var areFlags: Bool { areIntegers && least == 0 && greatest == 1 }
  var areUUIDs: Bool { areTexts && uuidTexts == values || areBlobs && sixteenBytes == values }
  var areDates: Bool { areTexts && dateTexts == values }
  var areJSON: Bool { areTexts && jsonTexts == values }

  /// Whether all values are numbers that exceed 100,000.
  var areLarge: Bool { areNumbers && (integers == 0 || least > 100_000) && (reals == 0 || leastReal > 100_000) }

  /// The forms in which all values, which must be numbers, are dates between 1990 and 2050; the most probable form is the first.
  var numericDates: [NumericDates] {
    guard areNumbers else { return [] }
    func isRecent(_ parts: (seconds: Int64, nanoseconds: Int32)?) -> Bool {
      parts.map { (631_152_000...2_524_608_000).contains($0.seconds) } ?? false
    }
    return NumericDates.allCases.filter { form in
      (integers == 0 || isRecent(form.parts(least)) && isRecent(form.parts(greatest)))
        && (reals == 0 || isRecent(form.parts(leastReal)) && isRecent(form.parts(greatestReal)))
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    for (index, byte) in text.utf8.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        if byte != UInt8(ascii: "-") { return false }
      } else if !(0x30...0x39).contains(byte) && !(0x41...0x46).contains(byte & 0xDF) {
        return false
      }
    }
    return true
  }
}
