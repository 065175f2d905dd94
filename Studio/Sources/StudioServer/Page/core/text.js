// Text as a person can see it. Stored text may hold NUL, control characters and marks that reverse the direction of what follows.

// C0 and C1 controls, and the characters that change the direction or have no width.
const ALWAYS = "\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff";
const HIDDEN = new RegExp(`[\\u0000-\\u001f${ALWAYS}]`, "g");
const BREAKS = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f${ALWAYS}]`, "g");

function symbol(character) {
  const code = character.codePointAt(0);
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `‹${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** One line: line ends and tabs too become symbols, ␊ and ␉. */
export const oneLine = (text) => text.replace(HIDDEN, symbol);

/** Several lines: tabs and line ends stay. */
export const lines = (text) => text.replace(BREAKS, symbol);

/** The first characters of a text, without half of a surrogate pair, and whether there are more. */
export function cut(text, length) {
  if (text.length <= length) return { text, more: false };
  const end = text.charCodeAt(length - 1) >= 0xd800 && text.charCodeAt(length - 1) < 0xdc00 ? length - 1 : length;
  return { text: text.slice(0, end), more: true };
}
