/** Whether a key belongs to an input method, whose Enter and arrows choose characters. Some browsers state this by the code alone. */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;
