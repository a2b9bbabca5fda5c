const typedInto =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=dialog]'

/** Whether keys are typed there, or it stands in a dialog: they mean something else then. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typedInto) !== null
