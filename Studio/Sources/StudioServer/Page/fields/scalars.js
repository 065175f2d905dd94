// The text of a person as the edit form of a value, or a message that says what is expected.

const RANGES = { 8: 7n, 16: 15n, 32: 31n, 64: 63n };

/** Refused input; the field shows the message. */
export class Unreadable extends Error {}

function integer(text, { width = 64 }) {
  if (!/^[+-]?\d+$/.test(text)) throw new Unreadable("Write an integer, such as 42.");
  const number = BigInt(text.replace(/^\+/, ""));
  const limit = 1n << RANGES[width];
  if (number < -limit || number >= limit) throw new Unreadable(`The value must be from ${-limit} to ${limit - 1n}.`);
  return String(number);
}

function double(text) {
  const special = { nan: "NaN", inf: "Infinity", infinity: "Infinity", "∞": "Infinity", "-inf": "-Infinity", "-infinity": "-Infinity",
    "−∞": "-Infinity" }[text.toLowerCase()];
  if (special) return special;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw new Unreadable("Write a number, such as 1.5, 1e300, inf or nan.");
  const number = Number(text);
  if (!Number.isFinite(number)) throw new Unreadable("The number is beyond the range of a Double.");
  return number;
}

function decimal(text) {
  if (/^(nan|[+-]?infinity)$/i.test(text)) return text[0].toUpperCase() === "N" ? "NaN" : text.startsWith("-") ? "-Infinity" : "Infinity";
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw new Unreadable("Write a decimal number, such as 1.50 or 1E+3.");
  return text;
}

/** A date in UTC, with Z, or in local time without: `2024-02-29 13:00`. Digits of a second are kept. */
function date(text) {
  const parts = /^([+-]?\d{4,})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?)?(Z)?$/.exec(text);
  if (!parts) throw new Unreadable("Write a date, such as 2024-02-29 13:00 in local time, or 2024-02-29T12:00:00Z in UTC.");
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", zone] = parts;
  // The constructor of Date takes years below 100 for those of the 20th century.
  const made = new Date(2000, 0, 1, 12);
  if (zone) made.setUTCFullYear(Number(year), month - 1, Number(day));
  else made.setFullYear(Number(year), month - 1, Number(day));
  const isDay = (zone ? made.getUTCDate() : made.getDate()) === Number(day);
  if (!zone) made.setHours(Number(hour), Number(minute), Number(second), 0);
  // A Date continues into the next month after February 30, into the next day after 24 hours, and over the hour that a clock change skips.
  const isTime = zone || (made.getHours() === Number(hour) && made.getMinutes() === Number(minute));
  const isReal = isDay && isTime && month >= 1 && month <= 12 && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  if (!isReal) throw new Unreadable("There is no such date or time.");
  if (zone) return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`;
  return made.toISOString().replace(/\.\d+Z$/, `${fraction}Z`);
}

function data(text) {
  const compact = text.replace(/\s/g, "");
  if (compact.length % 4 !== 0
    || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw new Unreadable("Write base64 with padding, or load a file.");
  return compact;
}

function uuid(text) {
  const isUUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
  if (!isUUID) throw new Unreadable("Write a UUID, such as 00112233-4455-6677-8899-AABBCCDDEEFF.");
  return text.toUpperCase();
}

function objectId(text) {
  if (!/^[0-9a-f]{24}$/i.test(text)) throw new Unreadable("Write 24 hex digits.");
  return text.toLowerCase();
}

const READERS = { int: integer, double, decimal, date, data, uuid, objectId };

/** Reads the text of a scalar. Only strings keep the spaces around them. */
export function readScalar(form, text, property) {
  return form === "string" ? text : READERS[form](text.trim(), property);
}

/** The text in which a person edits a value. */
export function editText(form, value) {
  if (value === null || value === undefined) return "";
  if (form === "double") return { Infinity: "inf", "-Infinity": "-inf", NaN: "nan" }[value]
    ?? (Object.is(value, -0) ? "-0.0" : String(value));
  return String(value);
}
