import { Signal } from "../core/signal.js";
import { typeNamed } from "../net/schema.js";
import { renameRow } from "./rename.js";

/**
 * The edits of this page that can be undone and redone. The server keeps no history: an entry has the actions that reverse the edit, with
 * the values that they expect, so that undo succeeds only while nobody else changed the rows.
 */
export class UndoHistory {
  /** What undo and redo would do now, `{ undo, redo }`, each a label or null. */
  state = new Signal({ undo: null, redo: null });
  #done = [];
  #undone = [];
  #last = 0;

  /**
   * Adds an edit, of which `inverse` are the actions that reverse it; what was undone before it can no longer be redone. Returns the number
   * of the edit, which stays the same while it is undone and redone.
   */
  add(label, actions, inverse) {
    const number = (this.#last += 1);
    this.#done.push(entryOf(number, label, actions, inverse));
    this.#undone = [];
    this.#report();
    return number;
  }

  /** An edit that cannot be undone: what precedes it cannot either, since it expects the rows as they were. */
  clear() {
    this.#done = [];
    this.#undone = [];
    this.#report();
  }

  /** Whether an edit is the newest one, which the next undo reverses. */
  isNewest(number) {
    return this.#done.at(-1)?.number === number;
  }

  /** Whether an edit can be undone, after those that followed it. */
  has(number) {
    return this.#done.some((entry) => entry.number === number);
  }

  /**
   * Performs the newest entry of a direction, by `send(actions)`, which returns the server's answer; returns both. A row that is restored
   * has a new key, and every other entry is then about that key. An entry stays if the server did not answer, so that it can be tried again,
   * unless it may insert a second object: `error.isDropped` states this. Calls must not overlap: the second would perform the same entry.
   */
  async go(direction, send) {
    const [from, to] = direction === "undo" ? [this.#done, this.#undone] : [this.#undone, this.#done];
    const entry = from.at(-1);
    if (!entry) return null;
    let answer;
    try {
      answer = await send(entry.actions);
    } catch (error) {
      // The rows have changed, so this entry can never be performed; those before it may be about other rows.
      const isRefused = error.status === 400 || error.status === 409 || error.code === "gone";
      error.isDropped = !isRefused && isUnknown(error) && entry.actions.some(insertsAgain);
      if (isRefused || error.isDropped) this.#remove(from, entry);
      throw error;
    }
    this.#remove(from, entry);
    this.#rename(entry, answer);
    if (answer.inverse) to.push(entryOf(entry.number, entry.label, entry.actions, answer.inverse));
    // What was undone after this edit expects the rows as the edit left them.
    else to.length = 0;
    this.#report();
    return { entry, answer };
  }

  #remove(list, entry) {
    const index = list.indexOf(entry);
    if (index >= 0) list.splice(index, 1);
    this.#report();
  }

  #rename(entry, answer) {
    const former = [...entry.deleted];
    entry.actions.forEach((action, index) => {
      if (!action.restore) return;
      const { type, key } = former.shift() ?? {};
      const now = answer.results[index]?.key;
      if (key && now) for (const other of [...this.#done, ...this.#undone]) renameRow(other, type, key, now);
    });
  }

  #report() {
    this.state.value = { undo: this.#done.at(-1)?.label ?? null, redo: this.#undone.at(-1)?.label ?? null };
  }
}

/** Whether an edit may have been stored, although it was answered by an error. */
export const isUnknown = (error) => error.code === "unreachable" || error.code === "time";

/** Whether an action inserts another object each time. One with a primary key is refused if the object exists. */
const insertsAgain = (action) => (action.do === "insert" || action.do === "duplicate") && !typeNamed(action.type)?.key?.length;

/** An entry: the actions to send, and the rows that the edit before it deleted, in the order in which the actions restore them. */
function entryOf(number, label, before, actions) {
  return { number, label, actions,
    deleted: before.filter((action) => action.do === "delete").map(({ type, key }) => ({ type, key })) };
}
