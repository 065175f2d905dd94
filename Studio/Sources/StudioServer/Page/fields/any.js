import { h, replace } from "../core/dom.js";
import { schema } from "../net/schema.js";
import { boolField } from "./choice.js";
import { linkField } from "./link.js";
import { listField, mapField } from "./collection.js";
import { textField } from "./text.js";

const TAGS = { int: "$int", float: "$float", double: "$double", data: "$data", date: "$date", decimal: "$decimal", objectId: "$objectId",
  uuid: "$uuid" };
const NEW = { bool: false, string: "", int: "0", float: 0, double: 0, data: "", date: null, decimal: "0", objectId: null, uuid: null,
  list: [], map: {} };

/** The type of a value in the edit form of an AnyRealmValue. */
export function anyType(value) {
  if (value === null || value === undefined) return "nil";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (Array.isArray(value)) return "list";
  if ("$type" in value) return "object";
  return Object.keys(TAGS).find((type) => TAGS[type] in value) ?? "map";
}

/** A type and a field for a value of that type. */
export function anyField(value) {
  const types = ["nil", "bool", "int", "float", "double", "decimal", "string", "data", "date", "objectId", "uuid", "object", "list", "map"];
  const select = h("select", { "aria-label": "Type of the value" }, types.map((type) => h("option", { value: type, text: type })));
  const holder = h("div", { class: "editor" });
  let field = null;
  const use = (type, content) => {
    field = fieldOf(type, content);
    replace(holder, field?.element);
  };
  select.value = anyType(value);
  use(select.value, value);
  select.addEventListener("change", () => {
    use(select.value, undefined);
    field?.focus();
  });
  return {
    element: h("div", { class: "editor" }, select, holder), input: select,
    read: () => (select.value === "nil" ? null : field.read()),
    focus: () => (field ?? { focus: () => select.focus() }).focus(),
  };
}

function fieldOf(type, value) {
  switch (type) {
    case "nil": return null;
    case "bool": return boolField(value ?? NEW.bool);
    case "string": return textField("string", {}, value ?? NEW.string);
    case "list": return listField(anyField, value ?? NEW.list, { isSet: false, first: () => null });
    case "map": return mapField(anyField, value ?? NEW.map, { first: () => null });
    case "object": return objectField(value);
    default: {
      const tag = TAGS[type];
      const inner = textField(type === "float" ? "double" : type, {}, value?.[tag] ?? NEW[type]);
      return { ...inner, read: () => ({ [tag]: inner.read() }) };
    }
  }
}

// A link in an AnyRealmValue states its type, so the type is chosen before the object.
function objectField(value) {
  const types = (schema.value ?? []).filter((type) => type.kind === "object");
  const select = h("select", { "aria-label": "Type of the object" }, types.map(({ name }) => h("option", { value: name, text: name })));
  const holder = h("div", { class: "editor" });
  let field = null;
  const use = (row) => {
    field = linkField({ target: select.value }, row);
    replace(holder, field.element);
  };
  if (value?.$type) select.value = value.$type;
  use(value ? { $row: value.$row } : null);
  select.addEventListener("change", () => use(null));
  return { element: h("div", { class: "editor" }, select, holder), input: select, focus: () => select.focus(), read: () => {
    const link = field.read();
    return link === null ? null : { $type: select.value, $row: link.$row };
  } };
}
