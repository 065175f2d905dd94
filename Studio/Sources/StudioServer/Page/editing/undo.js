import { Signal } from "../core/signal.js";

/**
 * The edits of this page that can be undone and redone. The server keeps no history: an entry has the actions that reverse the edit, with the
 * values that they expect, so that undo succeeds only while nobody else changed the rows.
 */
export class UndoHistory {
  /** What undo and redo would do now, `{ undo, redo }`, each a label or null. */
  state = new Signal({ undo: null, redo: null });
  #done = [];
  #undone = [];

  /** Adds an edit; what was undone before it can no longer be redone. */
  add(entry) {
    this.#done.push(entry);
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
   * Performs the newest entry of a direction, by `send(actions)`, which returns the server's answer. A row that is restored has a new key, and
   * every other entry is then about that key. An entry stays if the server did not answer, so that it can be tried again.
   */
  async go(direction, send) {
    const [from, to] = direction === "undo" ? [this.#done, this.#undone] : [this.#undone, this.#done];
    const entry = from.at(-1);
    if (!entry) return null;
    let answer;
    try {
      answer = await send(entry.actions);
    } catch (error) {
      // The rows have changed, so this entry can never be performed; those before it are about other rows or are refused for the same reason.
      if (error.status === 409 || error.code === "gone") {
        from.pop();
        this.#report();
      }
      throw error;
    }
    from.pop();
    this.#rename(entry, answer);
    if (answer.inverse) to.push({ label: entry.label, actions: answer.inverse });
    this.#report();
    return entry;
  }

  #rename(entry, answer) {
    entry.actions.forEach((action, index) => {
      const key = answer.results[index]?.key;
      // An action that restores a row names the key that the row had.
      const former = action.key;
      if (action.do === "insert" && key && former && former !== key) for (const other of [...this.#done, ...this.#undone]) replaceKey(other.actions, action.type, former, key);
    });
  }

  #report() {
    this.state.value = { undo: this.#done.at(-1)?.label ?? null, redo: this.#undone.at(-1)?.label ?? null };
  }
}

function replaceKey(actions, type, former, key) {
  for (const action of actions) if (action.type === type && action.key === former) action.key = key;
}
