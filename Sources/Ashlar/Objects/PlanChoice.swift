/// Which plans are made. Tests and benchmarks compare them.
enum PlanChoice {
  case cheapest
  case search
  case scan
}
