/**
 * Returns an action that ignores calls while its last call runs. A key that is pressed twice calls again before the first write is
 * answered, and a second write would insert a second row or conflict with the first.
 */
export function once(action) {
  let isRunning = false;
  return async (...values) => {
    if (isRunning) return undefined;
    isRunning = true;
    try {
      return await action(...values);
    } finally {
      isRunning = false;
    }
  };
}
