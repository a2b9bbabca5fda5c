const typedInto =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog]'

/** Whether keys pressed there are input, or belong to a dialog, so that page shortcuts must not act on them. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typedInto) !== null
