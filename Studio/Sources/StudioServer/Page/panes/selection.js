import { show, view } from "../core/address.js";
import { History } from "./history.js";

/** The object that the pane shows. */
export const objects = new History();

objects.current.watch((object) => {
  const { object: shown } = view.value;
  if (shown?.type !== object?.type || shown?.key !== object?.key) show({ object }, { quietly: true });
});
view.watch(({ object }) => objects.open(object), { run: true });
