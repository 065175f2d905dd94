import { show } from "../core/address.js";
import { copy } from "../core/clipboard.js";
import { menu } from "../core/popover.js";
import { failed, notice } from "../core/notice.js";
import { get } from "../net/api.js";
import { typeNamed } from "../net/schema.js";
import { swiftSource } from "../values/swift.js";
import { editing } from "../editing/mode.js";
import { openDelete } from "../editing/remove.js";
import { openDuplicate } from "../editing/insert.js";

/** Copies an object as a line of JSON, as `ashlar export` writes it. */
export async function copyJSON({ type, key }) {
  const object = await get("object", { type, key, json: 1 });
  if (object.json === null) notice("Not copied: the object has more than 1 MB, or a value that is nested too deeply for JSON.",
    { error: true });
  else await copy(object.json, "the object as JSON");
}

/** Copies an object as the Swift statements that create it. */
export async function copySwift({ type, key }) {
  const object = await get("object", { type, key, edit: 1 });
  await copy(swiftSource(typeNamed(type), object), "the object as Swift");
}

/** The actions of an object, for its pane and for the rows of the table. */
export function objectActions(object) {
  const isEmbedded = typeNamed(object.type)?.kind === "embedded";
  return [
    { text: "Copy as JSON", hint: "c", action: () => copyJSON(object).catch(failed) },
    { text: "Copy as Swift", hint: "Shift C", action: () => copySwift(object).catch(failed) },
    ...(editing.value && !isEmbedded ? [null,
      { text: "Duplicate …", hint: "d", action: () => openDuplicate(object) },
      { text: "Delete …", hint: "Del", danger: true, action: () => openDelete(object.type, [object.key]) }] : []),
  ];
}

export function objectMenu(anchor, object) {
  menu(anchor, [{ text: `Show table ${object.type}`, action: () =>
    show({ page: "types", type: object.type, where: "", sort: [], hidden: [], group: null }) }, null, ...objectActions(object)],
    { label: "Object" });
}
