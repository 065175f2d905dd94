// Values as constants of a condition's text (docs/guide/Predicates.md).

const ESCAPES = { "\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\t": "\\t" };

export function quoted(text) {
  // eslint-disable-next-line no-control-regex
  const escaped = text.replace(/[\\"\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (character) =>
    ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
  return `"${escaped}"`;
}

const SPECIAL = { NaN: "nan", Infinity: "inf", "-Infinity": "-inf" };

/** A Double, whose digits alone are an integer of 64 bits to a condition. */
function double(value) {
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(text) ? text : `${text}.0`;
}

const isInteger = (text) => /^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** The digits of a decimal number without zeros at the ends, and the exponent of the first one. */
function parts(text) {
  const [, sign, whole, fraction = "", exponent = "0"] = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text);
  const digits = (whole + fraction).replace(/^0+/, "");
  const places = Number(exponent) - fraction.length + digits.length;
  return digits === "" ? "0" : `${sign === "-" ? "-" : ""}${digits.replace(/0+$/, "")}e${places}`;
}

/** A decimal number as an integer, or as a Double of the same digits; null if it has more digits than a Double. */
function decimal(text) {
  if (Object.hasOwn(SPECIAL, text)) return SPECIAL[text];
  if (isInteger(text)) return text;
  const value = Number(text);
  return Number.isFinite(value) && parts(String(value)) === parts(text) ? double(value) : null;
}

/**
 * The constant of a cell; null if a condition cannot state it: collections, links, texts that were cut, and some decimal numbers and dates.
 */
export function literal(form, cell, property = {}) {
  if (cell === null) return "nil";
  switch (form) {
    case "bool": return String(cell);
    case "int": return String(cell);
    case "decimal": return decimal(cell);
    case "double": return SPECIAL[cell] ?? double(cell);
    case "string": return typeof cell === "object" ? null : quoted(cell);
    case "enum": return property.type === "string" ? quoted(cell) : String(cell);
    // Other years than those from 1 to 9999 have no form in conditions.
    case "date": return /^(?!0000)\d{4}-/.test(cell) ? cell : null;
    case "uuid": return `uuid(${cell})`;
    case "objectId": return `oid(${cell})`;
    // A decimal number in an AnyRealmValue is compared with Doubles without rounding.
    case "any": if (cell.any === "decimal" && !isInteger(cell.value)) return null;
      return literal(cell.any === "float" ? "double" : cell.any, cell.value);
    default: return null;
  }
}

// `#` may precede any name, so names of operators that need none have it too.
const KEYWORDS = new Set(["and", "or", "not", "any", "all", "none", "some", "in", "like", "contains", "beginswith", "endswith", "between",
  "geowithin", "matches", "text", "true", "false", "truepredicate", "falsepredicate", "yes", "no", "nil", "null", "self", "inf", "infinity",
  "nan", "first", "last", "size", "bin", "binary", "subquery", "obj", "geobox", "geocircle", "geopolygon", "sort", "distinct", "limit",
  "asc", "ascending", "desc", "descending"]);

/** A property's name in a condition: `#` precedes one that is a keyword. */
export const nameOf = (path) => path.split(".").map((name) => (KEYWORDS.has(name.toLowerCase()) ? `#${name}` : name)).join(".");

const CLAUSE = /(?<![#.\p{L}\p{N}_])(sort|distinct|limit)\s*\(/iu;

/**
 * Adds a comparison to a condition, before its order. An `OR` in it is put in parentheses, since AND has the higher precedence. Returns
 * null if the condition has DISTINCT or LIMIT, which are applied after all comparisons: other rows would satisfy the new condition than
 * those of the former one that satisfy the comparison.
 */
export function conjoin(where, comparison) {
  const text = where.trim();
  // Texts in quotes are left out, with their lengths, so that places are those of the condition.
  const plain = text.replace(/"(\\[^]|[^"\\])*"|'(\\[^]|[^'\\])*'/g, (quoted) => " ".repeat(quoted.length));
  const start = CLAUSE.exec(plain)?.index ?? text.length;
  const [condition, order] = [text.slice(0, start).trim(), text.slice(start)];
  if (/(?<![#.\p{L}\p{N}_])(distinct|limit)\s*\(/iu.test(plain.slice(start))) return null;
  const whole = /\bor\b|\|\|/i.test(plain.slice(0, start)) ? `(${condition})` : condition;
  return [whole ? `${whole} AND ${comparison}` : comparison, order].filter(Boolean).join(" ");
}
