import { Signal } from "../core/signal.js";

/**
 * The edits of this page that can be undone and redone. The server keeps no history: an entry has the actions that reverse the edit, with
 * the values that they expect, so that undo succeeds only while nobody else changed the rows.
 */
export class UndoHistory {
  /** What undo and redo would do now, `{ undo, redo }`, each a label or null. */
  state = new Signal({ undo: null, redo: null });
  #done = [];
  #undone = [];

  /** Adds an edit, of which `inverse` are the actions that reverse it; what was undone before it can no longer be redone. */
  add(label, actions, inverse) {
    this.#done.push(entryOf(label, actions, inverse));
    this.#undone = [];
    this.#report();
  }

  /** An edit that cannot be undone: what precedes it cannot either, since it expects the rows as they were. */
  clear() {
    this.#done = [];
    this.#undone = [];
    this.#report();
  }

  /**
   * Performs the newest entry of a direction, by `send(actions)`, which returns the server's answer. A row that is restored has a new key,
   * and every other entry is then about that key. An entry stays if the server did not answer, so that it can be tried again.
   */
  async go(direction, send) {
    const [from, to] = direction === "undo" ? [this.#done, this.#undone] : [this.#undone, this.#done];
    const entry = from.at(-1);
    if (!entry) return null;
    let answer;
    try {
      answer = await send(entry.actions);
    } catch (error) {
      // The rows have changed, so this entry can never be performed; those before it are about other rows or are refused for the same
      // reason.
      if (error.status === 409 || error.code === "gone") {
        from.pop();
        this.#report();
      }
      throw error;
    }
    from.pop();
    this.#rename(entry, answer);
    if (answer.inverse) to.push(entryOf(entry.label, entry.actions, answer.inverse));
    this.#report();
    return entry;
  }

  #rename(entry, answer) {
    const former = [...entry.deleted];
    entry.actions.forEach((action, index) => {
      if (!action.restore) return;
      const { type, key } = former.shift() ?? {};
      const now = answer.results[index]?.key;
      if (key && now) for (const other of [...this.#done, ...this.#undone]) replaceKey(other, type, key, now);
    });
  }

  #report() {
    this.state.value = { undo: this.#done.at(-1)?.label ?? null, redo: this.#undone.at(-1)?.label ?? null };
  }
}

/** An entry: the actions to send, and the rows that the edit before it deleted, in the order in which the actions restore them. */
function entryOf(label, before, actions) {
  return { label, actions, deleted: before.filter((action) => action.do === "delete").map(({ type, key }) => ({ type, key })) };
}

function replaceKey(entry, type, former, key) {
  for (const row of [...entry.actions, ...entry.deleted]) if (row.type === type && row.key === former) row.key = key;
}
