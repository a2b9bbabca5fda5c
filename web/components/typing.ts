const fields = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/** Whether keys pressed there are input. */
export const isInField = (target: EventTarget | null): boolean => isWithin(target, fields)

/** Whether keys pressed there are input, or belong to a dialog, so that shortcuts of the page below must not act on them. */
export const isTyping = (target: EventTarget | null): boolean => isWithin(target, `${fields}, [role=dialog]`)
