/// An aggregate of a group's values.
enum GroupFigure {
  case sum
  case average
  /// The mean of integers as an integer, rounded toward zero.
  case roundedAverage
  case min
  case max

  /// The name in titles and messages.
  var name: String {
    switch self {
    case .sum: "sum"
    case .average, .roundedAverage: "average"
    case .min: "min"
    case .max: "max"
    }
  }

  /// Whether the aggregate is computed by adding values.
  var adds: Bool {
    switch self {
    case .sum, .average, .roundedAverage: true
    case .min, .max: false
    }
  }
}
