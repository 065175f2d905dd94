/** The kinds of line end of a text: CR LF, CR and LF. */
export const lineEnds = (text) => [...new Set(String(text ?? "").match(/\r\n|\r|\n/g) ?? [])];

/** A text whose line ends are all LF, with those of the text that it replaces, if these are of one kind. */
export function withLineEnds(text, former) {
  const kinds = lineEnds(former);
  return kinds.length === 1 ? text.replaceAll("\n", kinds[0]) : text;
}
