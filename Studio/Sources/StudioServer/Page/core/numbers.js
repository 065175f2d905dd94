const groups = new Intl.NumberFormat("en-US");

/** A count, with separators: 62,411. */
export const count = (number) => groups.format(typeof number === "string" ? BigInt(number) : number);

/** A count and its noun: "1 row", "312 rows". */
export const counted = (number, one, many = `${one}s`) => `${count(number)} ${Number(number) === 1 ? one : many}`;

/** A count of a narrow column: 999, 62.4k, 10.0M. */
export function short(number) {
  if (number < 10_000) return count(number);
  if (number < 1_000_000) return `${(number / 1000).toFixed(number < 100_000 ? 1 : 0)}k`;
  return `${(number / 1_000_000).toFixed(number < 100_000_000 ? 1 : 0)}M`;
}

/** A size in bytes: 812 B, 1.4 MB. */
export function bytes(number) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let rest = Number(number);
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? rest : rest.toFixed(rest < 10 ? 1 : 0)} ${units[unit]}`;
}

/** A duration: 0.4 ms, 12 ms, 1.3 s. */
export function milliseconds(number) {
  if (number < 10) return `${number.toFixed(1)} ms`;
  if (number < 1000) return `${Math.round(number)} ms`;
  return `${(number / 1000).toFixed(1)} s`;
}
