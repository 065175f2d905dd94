import { h } from "../core/dom.js";
import { oneLine } from "../core/text.js";

/** A selection of values with names: the cases of an enum, or true and false. */
export function choiceField(choices, value) {
  const select = h("select", {}, choices.map(({ name }, index) =>
    h("option", { value: String(index), text: oneLine(name ?? String(choices[index].value)) })));
  const found = choices.findIndex((choice) => choice.value === value);
  // A raw value without a case stays what it is until another is chosen.
  if (found < 0 && value !== null && value !== undefined) {
    choices = [...choices, { name: String(value), value }];
    select.append(h("option", { value: String(choices.length - 1), text: oneLine(String(value)) }));
  }
  select.value = String(found < 0 && value !== null && value !== undefined ? choices.length - 1 : Math.max(0, found));
  return { element: select, input: select, read: () => choices[Number(select.value)].value, focus: () => select.focus() };
}

export const boolField = (value) => choiceField([{ name: "false", value: false }, { name: "true", value: true }], value);
