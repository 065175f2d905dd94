import { button, h } from "../core/dom.js";
import { newObjectId, newUUID } from "./identifiers.js";
import { lineEnds, withLineEnds } from "./lineends.js";
import { editText, readScalar } from "./scalars.js";

const SIZE = { int: 12, double: 16, decimal: 16, date: 28, uuid: 36, objectId: 24 };

/**
 * A field of one line, and of several for text and data. Fields have `element`, `read()` and `focus()`; this one also has `use(text)`,
 * which makes a text its value as if the field had been created with it.
 */
export function textField(form, property, value) {
  const isLong = form === "string" || form === "data";
  const input = isLong ? h("textarea", { rows: String(value).includes("\n") || String(value).length > 60 ? "6" : "1",
    spellcheck: "false" }) : h("input", { type: "text", size: SIZE[form] ?? 20, spellcheck: "false", autocomplete: "off" });
  input.value = editText(form, value);
  // A field of text turns each line end into LF, and would change a value that nobody edited.
  let [whole, isUntouched] = [value, true];
  const mixed = h("p", { class: "sub remark", hidden: true,
    text: "The text has line ends of several kinds. If it is saved, all of them are LF." });
  input.addEventListener("input", () => {
    isUntouched = false;
    mixed.hidden = form !== "string" || lineEnds(whole).length < 2;
  });
  if (form === "int" || form === "double" || form === "decimal") input.setAttribute("inputmode", form === "int" ? "numeric" : "decimal");
  if (form === "date") input.placeholder = "2024-02-29 13:00, or …Z for UTC";
  const maker = makers[form]?.(input, () => (isUntouched = false));
  return {
    element: maker || form === "string" ? h("div", { class: "editor" }, input, maker, form === "string" ? mixed : null) : input,
    input,
    read: () => {
      if (isUntouched && whole !== null && whole !== undefined) return whole;
      const read = readScalar(form, input.value, property);
      return form === "string" ? withLineEnds(read, whole) : read;
    },
    use: (text) => {
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      [whole, isUntouched, mixed.hidden] = [text, true, true];
    },
    focus: () => {
      input.focus();
      input.select();
    },
  };
}

function put(input, text, touched) {
  input.value = text;
  touched();
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Buttons that make a value: the present time, a new UUID or ObjectId, the bytes of a file. */
const makers = {
  date: (input, touched) => button("now", () => put(input, new Date().toISOString(), touched)),
  uuid: (input, touched) => button("new", () => put(input, newUUID(), touched)),
  objectId: (input, touched) => button("new", () => put(input, newObjectId(), touched)),
  data: (input, touched) => {
    const file = h("input", { type: "file", hidden: true, on: { change: () => load() } });
    const load = async () => {
      const bytes = new Uint8Array(await file.files[0].arrayBuffer());
      let binary = "";
      for (let from = 0; from < bytes.length; from += 8192) binary += String.fromCharCode(...bytes.subarray(from, from + 8192));
      put(input, btoa(binary), touched);
    };
    return [button("file …", () => file.click()), file];
  },
};
