// Values as constants of a condition's text (docs/guide/Predicates.md).

const ESCAPES = { "\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\t": "\\t" };

export function quoted(text) {
  // eslint-disable-next-line no-control-regex
  const escaped = text.replace(/[\\"\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (character) =>
    ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
  return `"${escaped}"`;
}

/** The constant of a cell; null if a condition cannot state it: collections, links, and texts that were cut. */
export function literal(form, cell, property = {}) {
  if (cell === null) return "nil";
  switch (form) {
    case "bool": return String(cell);
    case "int": case "decimal": return ({ NaN: "nan", Infinity: "inf", "-Infinity": "-inf" })[cell] ?? String(cell);
    case "double": return ({ NaN: "nan", Infinity: "inf", "-Infinity": "-inf" })[cell] ?? (Object.is(cell, -0) ? "-0.0" : String(cell));
    case "string": return typeof cell === "object" ? null : quoted(cell);
    case "enum": return property.type === "string" ? quoted(cell) : String(cell);
    case "date": return cell;
    case "uuid": return `uuid(${cell})`;
    case "objectId": return `oid(${cell})`;
    case "any": return literal(cell.any === "float" ? "double" : cell.any, cell.value);
    default: return null;
  }
}

const KEYWORDS = new Set(["and", "or", "not", "any", "all", "none", "some", "in", "like", "contains", "beginswith", "endswith", "between",
  "true", "false",
  "yes", "no", "nil", "null", "self", "subquery", "sort", "distinct", "limit", "inf", "nan", "infinity", "first", "last", "size",
    "geowithin", "asc", "desc"]);

/** A property's name in a condition: `#` precedes one that is a keyword. */
export const nameOf = (path) => path.split(".").map((name) => (KEYWORDS.has(name.toLowerCase()) ? `#${name}` : name)).join(".");

/** Adds a comparison to a condition. An `OR` in it is put in parentheses, since AND has the higher precedence. */
export function conjoin(where, comparison) {
  const text = where.trim();
  if (!text) return comparison;
  return /\b(or)\b|\|\|/i.test(text.replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, "")) ? `(${text}) AND ${comparison}`
    : `${text} AND ${comparison}`;
}
