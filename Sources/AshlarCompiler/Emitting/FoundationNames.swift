/// The types of Foundation that programs store as custom types and external enums, or hold in memory. Generated files name them without a
/// module, and so import Foundation.
enum FoundationNames {
  private static let types: Set<String> = [
    "AttributedString", "Calendar", "CGAffineTransform", "CGFloat", "CGPoint", "CGRect", "CGSize", "CGVector", "CharacterSet",
    "ComparisonResult", "Data", "Date", "DateComponents", "DateInterval", "Decimal", "IndexPath", "IndexSet", "Locale", "Measurement",
    "PersonNameComponents", "TimeInterval", "TimeZone", "URL", "URLComponents", "URLQueryItem", "URLRequest", "UUID",
  ]

  /// Whether a Swift type, as it is spelled, is one of them or has one as a part.
  static func occur(_ text: String) -> Bool {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.contains { name in
      let first = name.prefix { $0 != "." }
      return first == "Foundation" || types.contains(String(first))
        || first.hasPrefix("NS") && first.dropFirst(2).first?.isUppercase == true
    }
  }
}
