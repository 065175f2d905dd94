/// The policy by which query plans are chosen. Tests and benchmarks compare the policies.
enum PlanChoice {
  case cheapest
  case search
  case scan
}
