import Testing

@Suite("Bytes that are no text")
struct BytesDiagnosticTests {
  @Test("a control character is reported at its position")
  func aControlCharacterIsRefusedWhereItStands() {
    expectDiagnostics(
      #"""
      ashlar: 1
      # a\#u{7}
      """#,
      #"""
      dogs.yaml:2:4: error: the file contains the control character U+0007 [control-character]
      # a�
         ^
      """#)
  }
}
