// Dates travel as text in UTC with up to nine digits of a second, which exceeds what a JavaScript Date holds: digits are kept from the
// text.

const PATTERN = /^([+-]?\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?Z$/;
const two = (number) => String(number).padStart(2, "0");

/** The Date of a text, or null for years that JavaScript does not represent. */
export function instant(text) {
  const parts = PATTERN.exec(text);
  if (!parts) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  date.setUTCHours(Number(parts[4]), Number(parts[5]), Number(parts[6]), Number((parts[7] ?? "0").slice(0, 3).padEnd(3, "0")));
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Local time, `2024-02-29 13:00:00.125`; digits of a second as stored, without trailing zeros. */
export function localTime(text) {
  const date = instant(text);
  if (!date) return text;
  const fraction = (PATTERN.exec(text)[7] ?? "").replace(/0+$/, "");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}${fraction ? `.${fraction}` : ""}`;
}

/** How long ago a date is: `3 days ago`, `in 2 hours`. */
export function age(text, now = Date.now()) {
  const date = instant(text);
  if (!date) return "";
  const seconds = Math.round((date.getTime() - now) / 1000);
  const units = [["year", 31_556_952], ["month", 2_629_746], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units.at(-1);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
}

/** Local time with its zone, UTC and age, for a title. */
export function dateTitle(text) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [`${localTime(text)} ${zone}`, `${text.replace("T", " ").replace(/Z$/, "")} UTC`, age(text)].filter(Boolean).join("\n");
}
