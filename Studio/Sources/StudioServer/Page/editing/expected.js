/**
 * The edit form of a cell that the table shows, which an edit expects to replace. Undefined if the table does not have the row, or the cell
 * does not have the whole value: long text, data, collections and values of any type; the object's request with `edit` has these.
 */
export function editOf(form, cell) {
  if (cell === null || cell === undefined) return cell;
  switch (form) {
    case "bool": case "int": case "double": case "decimal": case "date": case "objectId": case "uuid": return cell;
    case "string": case "enum": return typeof cell === "object" ? undefined : cell;
    case "link": return { $row: cell.key };
    default: return undefined;
  }
}

/** The action that sets a property; `old` is left out if it is not known. */
export function setAction(place, old, value) {
  return { do: "set", ...place, ...(old === undefined ? {} : { old }), new: value };
}
