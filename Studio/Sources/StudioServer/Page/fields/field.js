import { h, replace } from "../core/dom.js";
import { typeNamed } from "../net/schema.js";
import { anyField } from "./any.js";
import { newUUID } from "./identifiers.js";
import { boolField, choiceField } from "./choice.js";
import { listField, mapField } from "./collection.js";
import { linkField } from "./link.js";
import { suggesting } from "./suggestions.js";
import { textField } from "./text.js";

const COLLECTIONS = new Set(["list", "set", "map"]);

/** Whether a value may be nil. A collection is never nil itself: `optional` is about its elements. */
const mayBeNil = ({ form, optional }) => optional && !COLLECTIONS.has(form);

/** The value of a property that a person has not entered yet. */
export function initialValue(property) {
  if (mayBeNil(property)) return null;
  switch (property.form) {
    case "bool": return false;
    case "int": case "decimal": return "0";
    case "double": return 0;
    case "string": case "data": return "";
    case "enum": return property.cases[0].value;
    case "date": return new Date().toISOString();
    case "uuid": return newUUID();
    case "list": case "set": return [];
    case "map": return {};
    default: return null;
  }
}

/**
 * The field of a property, by its type: `{ element, read(), focus() }`. `read` returns the edit form of the value, or throws `Unreadable`.
 * `type` is the object's type, for suggestions.
 */
export function fieldFor(property, value, type) {
  const hasNil = property.form !== "any" && mayBeNil(property);
  return hasNil ? withNil(property, value, (initial) => makeField(property.form, property, initial, type))
    : makeField(property.form, property, value, type);
}

function makeField(form, property, value, type) {
  switch (form) {
    case "bool": return boolField(value);
    case "enum": return choiceField(property.cases, value);
    case "link": return linkField(property, value);
    case "any": return anyField(value);
    case "embedded": return embeddedField(property, value);
    case "list": case "set": {
      const element = elementOf(property);
      return listField((entry) => fieldFor(element, entry, null), value, { isSet: form === "set", first: () => initialValue(element) });
    }
    case "map": {
      const element = elementOf(property);
      return mapField((entry) => fieldFor(element, entry, null), value, { first: () => initialValue(element) });
    }
    case "string": {
      const field = textField(form, property, value);
      return type && property.summary !== false ? suggesting(field, type, property) : field;
    }
    default: return textField(form, property, value);
  }
}

const elementOf = (property) => ({ ...property, form: property.element, collection: "none" });

/** A field with a check box for nil, which is distinct from empty text. Entering a value unchecks it. */
function withNil(property, value, make) {
  const box = h("input", { type: "checkbox", "aria-label": `${property.path ?? "value"} is nil` });
  box.checked = value === null || value === undefined;
  const present = box.checked ? initialValue({ ...property, optional: false }) : value;
  const field = make(present);
  const holder = h("div", { class: "editor" }, field.element, h("label", { class: "sub" }, box, " nil"));
  field.element.addEventListener("input", () => (box.checked = false));
  field.element.addEventListener("change", () => (box.checked = false));
  return { element: holder, input: field.input, read: () => (box.checked ? null : field.read()), focus: () => field.focus() };
}

/** An embedded object as fields of its properties. */
function embeddedField(property, value) {
  const type = typeNamed(property.target);
  const fields = type.properties.map((inner) => ({ inner, field: fieldFor(inner, value?.[inner.name] ?? initialValue(inner), null) }));
  const element = h("div", { class: "tree" }, fields.map(({ inner, field }) =>
    h("div", { class: "editor" }, h("span", { class: "sub", text: inner.name }), field.element)));
  return { element, input: fields[0]?.field.input, read: () =>
    Object.fromEntries(fields.map(({ inner, field }) => [inner.name, field.read()])), focus: () => fields[0]?.field.focus() };
}

/** Shows a field's problem below it; `read()` returns the value, or undefined after showing why there is none. */
export function checked(field) {
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const element = h("div", { class: "editor" }, field.element, problem);
  const complain = (message) => {
    problem.hidden = false;
    replace(problem, message);
    field.input?.setAttribute("aria-invalid", "true");
  };
  return {
    ...field, element, complain,
    read: () => {
      problem.hidden = true;
      field.input?.removeAttribute("aria-invalid");
      try {
        return { value: field.read() };
      } catch (error) {
        complain(error.message);
        return undefined;
      }
    },
  };
}
