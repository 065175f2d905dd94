import { button, h } from "../core/dom.js";
import { failed } from "../core/notice.js";
import { once } from "../core/once.js";
import { get } from "../net/api.js";
import { typeNamed } from "../net/schema.js";
import { checked, fieldFor, initialValue } from "../fields/field.js";
import { objects } from "../panes/selection.js";
import { closeIfOpen, openPanel } from "./panel.js";
import { saveByKey } from "./property.js";
import { write } from "./writer.js";

/** Opens a form for a new object. */
export function openInsert(typeName) {
  const type = typeNamed(typeName);
  form(`New ${typeName}`, type, type.properties, (property) => initialValue(property),
    (values) => ({ do: "insert", type: typeName, values }), `Inserted a ${typeName}`);
}

/** Duplicates an object. Its primary key must be another one, which a form reads; without a primary key it is duplicated at once. */
export const openDuplicate = once(async ({ type: typeName, key }) => {
  const type = typeNamed(typeName);
  const own = type.properties.filter((property) => property.primaryKey);
  const label = `Duplicated a ${typeName}`;
  if (own.length === 0) {
    show(typeName, await write([{ do: "duplicate", type: typeName, key, values: {} }], label));
    return;
  }
  try {
    const object = await get("object", { type: typeName, key, edit: 1, property: own.length === 1 ? own[0].name : null });
    const old = (property) => object.properties.find((entry) => entry.name === property.name).edit;
    form(`Duplicate ${object.label ?? typeName}`, type, own, old, (values) => ({ do: "duplicate", type: typeName, key, values }), label);
  } catch (error) {
    failed(error);
  }
});

function form(title, type, properties, initial, action, label) {
  const fields = properties.map((property) => ({ property, field: checked(fieldFor(property, initial(property), type.name)) }));
  const save = once(async () => {
    const read = fields.map(({ property, field }) => [property.name, field.read()]);
    if (read.some(([, result]) => result === undefined)) return;
    const answer = await write([action(Object.fromEntries(read.map(([name, { value }]) => [name, value])))], label);
    if (!answer) return;
    closeIfOpen(panel);
    show(type.name, answer);
  });
  const close = () => closeIfOpen(panel);
  const rows = fields.flatMap(({ property, field }) => [h("label", { text: property.name, title: property.documentation ?? null }),
    labelled(field, property)]);
  const panel = openPanel(title, [h("div", { class: "form" }, rows),
    h("div", { class: "actions" }, button("Save", save, { class: "main" }), button("Cancel", close))]);
  saveByKey(panel, save, close);
  fields[0]?.field.input?.focus();
}

function labelled(field, property) {
  field.input?.setAttribute("aria-label", property.name);
  field.element.dataset.name = property.name;
  return field.element;
}

function show(type, answer) {
  const key = answer?.results[0]?.key;
  if (key) objects.open({ type, key });
}
