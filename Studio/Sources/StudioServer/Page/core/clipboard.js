import { notice } from "./notice.js";

/** Copies a text as it is, control characters included. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notice(`Copied ${what}.`);
  } catch {
    notice("The browser does not let this page copy.", { error: true });
  }
}
