import { typeNamed } from "../net/schema.js";

/** Replaces a row's key in an entry of the undo history: of the rows that its actions are about, and in the links of their values. */
export function renameRow(entry, type, former, key) {
  for (const row of [...entry.actions, ...entry.deleted]) if (row.type === type && row.key === former) row.key = key;
  const link = (target, value) => (target === type && value?.$row === former ? { ...value, $row: key } : value);
  for (const action of entry.actions) relinkAction(action, link);
}

function relinkAction(action, link) {
  const { properties } = typeNamed(action.type) ?? { properties: [] };
  if (action.do === "set") {
    const property = properties.find(({ name }) => name === action.property);
    for (const side of ["old", "new"]) if (property && side in action) action[side] = relinked(action[side], property, link);
    return;
  }
  // Values of a deletion are those that it expects.
  for (const side of ["values", "old"]) if (action[side]) action[side] = relinkedMembers(action[side], properties, link);
}

const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

function relinkedMembers(values, properties, link) {
  return mapValues(values, (value, name) => {
    const property = properties.find((entry) => entry.name === name);
    return property ? relinked(value, property, link) : value;
  });
}

/** A value in the form of edits, whose links `link(target, value)` replaces. */
function relinked(value, property, link) {
  if (value === null || typeof value !== "object") return value;
  if (property.collection === "none") return relinkedElement(value, property, link);
  return Array.isArray(value) ? value.map((element) => relinkedElement(element, property, link))
    : mapValues(value, (element) => relinkedElement(element, property, link));
}

function relinkedElement(value, { type, target, element }, link) {
  if (value === null || typeof value !== "object") return value;
  if (type === "any") return relinkedAny(value, link);
  if (element === "embedded") return relinkedMembers(value, typeNamed(target)?.properties ?? [], link);
  return link(target, value);
}

/** A value of an AnyRealmValue, whose links state their type. */
function relinkedAny(value, link) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((element) => relinkedAny(element, link));
  return "$type" in value ? link(value.$type, value) : mapValues(value, (element) => relinkedAny(element, link));
}
