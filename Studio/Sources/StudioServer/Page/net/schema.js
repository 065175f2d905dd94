import { Signal } from "../core/signal.js";
import { get } from "./api.js";
import { resumed } from "./events.js";

/** The types of the file, as `/api/types` returns them; null until then. */
export const schema = new Signal(null);
/** What the server permits: `edit` and `import`. */
export const capabilities = new Signal({});
/** The file's page, `/api/file`. */
export const file = new Signal(null);

/** The version of the types that are shown. A file that was replaced by another one, as `hello` may report, has versions of its own. */
let newest = null;
resumed.watch(() => (newest = null));

export async function loadSchema() {
  const answer = await get("types");
  const version = BigInt(answer.version);
  // An answer that another one has overtaken has older counts.
  if (newest !== null && version < newest) return;
  newest = version;
  const embedded = new Set(answer.types.filter((type) => type.kind === "embedded").map((type) => type.name));
  const complete = (property) => ({
    ...property, path: property.name, form: formOf(property, embedded), element: elementForm(property, embedded),
    // A link to one object may be nil, unless a rule refuses it when the edit is stored.
    optional: property.optional || (property.type === "object" && property.collection === "none"),
  });
  schema.value = answer.types.map((type) => ({ ...type, properties: type.properties.map(complete) }));
}

/** `brief` leaves out what the server finds only by reading all pages. */
export async function loadFile({ brief = false } = {}) {
  const answer = await get("file", { brief: brief ? 1 : null });
  file.value = answer;
  capabilities.value = answer.capabilities;
}

/** The form of a property's values: `list`, `set` or `map` for collections, `link`, `embedded`, `enum`, or the name of the scalar type. */
function formOf(property, embedded) {
  return property.collection === "none" ? elementForm(property, embedded) : property.collection;
}

/** The form of the elements of a collection, and of the value of any other property. */
function elementForm({ type, target, cases }, embedded) {
  if (type === "object") return embedded.has(target) ? "embedded" : "link";
  if (cases?.length) return "enum";
  return type === "float" ? "double" : type;
}

export function typeNamed(name) {
  return schema.value?.find((type) => type.name === name) ?? null;
}

/** The columns that a view shows: the type's properties without those that were hidden. */
export function columnsOf(view) {
  return typeNamed(view.type)?.properties.filter((property) => !view.hidden.includes(property.path)) ?? [];
}
