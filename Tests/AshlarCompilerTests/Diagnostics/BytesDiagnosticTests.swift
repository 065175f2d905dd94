import Testing

@Suite("Bytes that are no text")
struct BytesDiagnosticTests {
  @Test("a control character is refused where it stands")
  func aControlCharacterIsRefusedWhereItStands() {
    expectDiagnostics(
      #"""
      ashlar: 1
      # a\#u{7}
      """#,
      #"""
      dogs.yaml:2:4: error: the file holds the control character U+0007 here [control-character]
      # a�
         ^
      """#)
  }
}
