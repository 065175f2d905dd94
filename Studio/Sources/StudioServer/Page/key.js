// The form for the key of an encrypted file. The key is sent once, and is neither in the address nor stored.
import { RequestFailure, post } from "./net/api.js";

const [form, digits, file, button, message] = ["form", "digits", "file", "open", "message"].map((id) => document.getElementById(id));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const chosen = file.files[0];
  // The server refuses more bytes than a key has.
  const key = chosen ? await chosen.slice(0, 200).arrayBuffer() : digits.value.trim();
  form.reset();
  message.textContent = "";
  button.disabled = true;
  try {
    await post("key", key, { type: "application/octet-stream" });
    location.reload();
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    message.textContent = error.message;
    button.disabled = false;
    digits.focus();
  }
});
