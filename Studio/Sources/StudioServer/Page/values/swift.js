// An object as Swift source: the statements that create the same object with the generated classes.

import { typeNamed } from "../net/schema.js";

const escape = (text) => text.replace(/[\\"\n\r\t\0]|[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
  (character) =>
  ({ "\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" })[character]
    ?? `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`);
const string = (text) => `"${escape(text)}"`;

const DOUBLES = { NaN: ".nan", Infinity: ".infinity", "-Infinity": "-.infinity" };
const lower = (name) => name[0].toLowerCase() + name.slice(1);

/** The Swift expression of an edit form's value; null if no expression can state it. */
export function swiftValue(form, value, element, target) {
  if (value === null) return "nil";
  switch (form) {
    case "bool": case "int": return String(value);
    case "double": return DOUBLES[value] ?? (Object.is(value, -0) ? "-0.0" : String(value));
    case "string": case "enum": return typeof value === "number" ? String(value) : string(String(value));
    case "decimal": return `Decimal128(${string(value)})`;
    case "date": return `try Date(${string(value)}, strategy: .iso8601)`;
    case "data": return `Data(base64Encoded: ${string(value)})!`;
    case "uuid": return `UUID(uuidString: ${string(value)})!`;
    case "objectId": return `ObjectId(${string(value)})`;
    case "list": case "set": return elements(value, element, target);
    case "map": return entries(value, element, target);
    default: return null;
  }
}

function elements(values, element, target) {
  const parts = values.map((value) => swiftValue(element, value, null, target));
  return parts.includes(null) ? null : `[${parts.join(", ")}]`;
}

function entries(values, element, target) {
  const parts = Object.entries(values).map(([key, value]) => [string(key), swiftValue(element, value, null, target)]);
  if (parts.some(([, value]) => value === null)) return null;
  return parts.length ? `[${parts.map((part) => part.join(": ")).join(", ")}]` : "[:]";
}

/** The statements. Links and other values without an expression become comments, since a row key has no meaning in a program. */
export function swiftSource(type, object) {
  const name = lower(type.name);
  const lines = [`let ${name} = ${type.name}()`];
  for (const { name: property, edit } of object.properties) {
    const { form, element, target } = type.properties.find((entry) => entry.name === property);
    const isEmpty = edit === null || (Array.isArray(edit) && edit.length === 0);
    if (isEmpty) continue;
    if (form === "embedded") lines.push(...embeddedLines(`${name}.${property}`, target, edit));
    else {
      const value = swiftValue(form, edit, element, target);
      lines.push(value === null ? `// ${name}.${property}: ${escape(JSON.stringify(edit))}` : `${name}.${property} = ${value}`);
    }
  }
  return `${lines.join("\n")}\nrealm.add(${name})\n`;
}

function embeddedLines(path, target, values) {
  const properties = typeNamed(target)?.properties ?? [];
  return [`${path} = ${target}()`, ...properties.filter(({ name }) => values[name] !== null
    && values[name] !== undefined).map((property) => {
    const value = property.form === "embedded" ? null : swiftValue(property.form, values[property.name], property.element, property.target);
    return value === null ? `// ${path}?.${property.name}: ${escape(JSON.stringify(values[property.name]))}`
      : `${path}?.${property.name} = ${value}`;
  })];
}
