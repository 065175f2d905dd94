import AshlarStore
import Testing

@Suite("Slots")
struct SlotTests {
}
