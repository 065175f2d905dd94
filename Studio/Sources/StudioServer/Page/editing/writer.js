import { Emitter } from "../core/signal.js";
import { notice } from "../core/notice.js";
import { cut, oneLine } from "../core/text.js";
import { post } from "../net/api.js";
import { capabilities } from "../net/schema.js";
import { editing } from "./mode.js";
import { UndoHistory, isUnknown } from "./undo.js";

export const undoHistory = new UndoHistory();
/** An edit of this page was stored: the actions and the server's answer. */
export const written = new Emitter();

let last = Promise.resolve();

/** Performs an edit after those before it have been answered, because an undo is about the newest edit that was stored. */
export function inTurn(edit) {
  const answer = last.then(edit);
  last = answer.catch(() => {});
  return answer;
}

/**
 * Stores actions in one write. `label` says what was done, in the past: "Changed 'size'". `expect` has the numbers of objects to be
 * deleted, by type; with others, nothing is stored. Returns the answer, or null after saying what was not stored and why.
 */
export async function write(actions, label, { expect = null } = {}) {
  if (!isPermitted()) return null;
  try {
    const { answer, number } = await inTurn(async () => {
      const stored = await post("edit", expect === null ? { actions } : { actions, expect });
      return { answer: stored, number: remember(label, actions, stored) };
    });
    notice(remark(`${label}.`, answer), { actions: answer.inverse ? [{ text: "Undo", action: () => undoEdit(number, label) }] : [] });
    written.emit({ actions, answer });
    return answer;
  } catch (error) {
    notice(refusal(error, label), { error: true });
    return null;
  }
}

/** A message about an edit, with the server's sentences about why it cannot be undone. */
const remark = (text, answer) => (answer.inverse ? text : `${text} ${answer.note ?? "This cannot be undone."}`);

function remember(label, actions, answer) {
  if (answer.inverse) return undoHistory.add(label, actions, answer.inverse);
  undoHistory.clear();
  return null;
}

/** Whether editing is on; says how to turn it on otherwise. Editors that were opened before stay when it is turned off. */
export function isPermitted() {
  const hint = capabilities.value.edit ? "Turn on 'Edit' first." : "Start ashlar studio with --write to edit.";
  if (!editing.value) notice(`Nothing was stored, because editing is off. ${hint}`, { error: true });
  return editing.value;
}

export const undo = () => isPermitted() && inTurn(() => go("undo", "Undone"));
export const redo = () => isPermitted() && inTurn(() => go("redo", "Redone"));

/** Undoes the edit that a message is about. The message may be older than other edits, of which the newest is undone first. */
const undoEdit = (number, label) => isPermitted() && inTurn(() => {
  if (undoHistory.isNewest(number)) return go("undo", "Undone");
  const newer = undoHistory.state.value.undo;
  return notice(undoHistory.has(number) ? `Not undone: ${label}. A later edit must be undone first: ${newer}.`
    : `Not undone: ${label}. The edit has been undone, or can no longer be undone.`, { error: true });
});

async function go(direction, past) {
  try {
    const done = await undoHistory.go(direction, async (actions) => {
      const answer = await post("edit", { actions });
      written.emit({ actions, answer });
      return answer;
    });
    notice(done ? remark(`${past}: ${done.entry.label}.`, done.answer) : `There is nothing to ${direction}.`);
  } catch (error) {
    notice(refusal(error, direction === "undo" ? "Undo" : "Redo"), { error: true });
  }
}

/** What was not stored, and why. */
export function refusal(error, label) {
  // An edit whose time is over is stored if its commit has begun.
  if (isUnknown(error)) {
    const advice = error.isDropped ? " Look whether the object exists: the edit cannot be tried again, because it may insert a second one."
      : "";
    return `Not known to be stored: ${label}. ${error.message} The file has either the whole edit or nothing of it.${advice}`;
  }
  const conflicts = error.conflicts.map((conflict) => conflict.gone
    ? `${conflict.type} ${conflict.key} was deleted.`
    : `${conflict.type}.${conflict.property}: expected ${shown(conflict.expected)}, stored is ${shown(conflict.stored)}.`);
  return [`Not stored: ${label}.`, error.message, ...conflicts].join("\n");
}

/** A value of the edit form in a message. */
function shown(value) {
  const { text, more } = cut(oneLine(JSON.stringify(value ?? null)), 200);
  return more ? `${text} …` : text;
}
