import { Signal } from "../core/signal.js";
import { get } from "./api.js";

/** The types of the file, as `/api/types` returns them; null until then. */
export const schema = new Signal(null);
/** What the server can do: `edit`, `import`, `export`, … */
export const capabilities = new Signal({});
/** The file's page, `/api/file`. */
export const file = new Signal(null);

export async function loadSchema() {
  const answer = await get("types");
  schema.value = answer.types.map((type) => ({ ...type, properties: type.properties.map((property) => ({ ...property, form: formOf(property), path: property.name })) }));
}

export async function loadFile() {
  const answer = await get("file");
  file.value = answer;
  capabilities.value = answer.capabilities;
}

/** The form of a property's values: `list`, `set` or `map` for collections, `link`, `embedded` or the name of the scalar type. */
function formOf({ collection, type, target, embedded, cases }) {
  if (collection !== "none") return collection;
  if (type === "object") return embedded ? "embedded" : "link";
  if (cases?.length) return "enum";
  if (type === "float") return "double";
  return target ? "link" : type;
}

export function typeNamed(name) {
  return schema.value?.find((type) => type.name === name) ?? null;
}

/** The property of a path's first component, and the type of its last: `maintainer.name`. */
export function propertyAt(typeName, path) {
  let type = typeNamed(typeName);
  let property = null;
  for (const name of path.split(".")) {
    property = type?.properties.find((entry) => entry.name === name) ?? null;
    type = property?.target ? typeNamed(property.target) : null;
  }
  return property;
}

export const isEmbedded = (name) => typeNamed(name)?.kind === "embedded";
