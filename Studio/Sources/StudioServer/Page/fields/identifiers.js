// Identifiers from random bytes: `crypto.randomUUID` does not exist on pages of other addresses than the loopback interface without HTTPS.

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A random UUID of version 4. */
export function newUUID() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-").toUpperCase();
}

/** A new ObjectId: the seconds since 1970, and random bytes. */
export function newObjectId() {
  return Math.floor(Date.now() / 1000).toString(16).padStart(8, "0") + hex(crypto.getRandomValues(new Uint8Array(8)));
}
