/// The Foundation types that programs use as custom types, as external enums or for ignored properties. Generated files refer to them
/// without a module, and therefore import Foundation.
enum FoundationNames {
  private static let types: Set<String> = [
    "AttributedString", "Calendar", "CGAffineTransform", "CGFloat", "CGPoint", "CGRect", "CGSize", "CGVector", "CharacterSet",
    "ComparisonResult", "Data", "Date", "DateComponents", "DateInterval", "Decimal", "IndexPath", "IndexSet", "Locale", "Measurement",
    "PersonNameComponents", "TimeInterval", "TimeZone", "URL", "URLComponents", "URLQueryItem", "URLRequest", "UUID",
  ]

  /// Returns whether the source of a Swift type contains one of these names, a name that begins with `NS` and a capital letter, or one that
  /// is qualified with `Foundation`.
  static func occur(_ text: String) -> Bool {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.contains { name in
      let first = name.prefix { $0 != "." }
      return first == "Foundation" || types.contains(String(first))
        || first.hasPrefix("NS") && first.dropFirst(2).first?.isUppercase == true
    }
  }
}
