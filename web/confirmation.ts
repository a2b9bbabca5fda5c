/** Asks the user to confirm who they are. Resolves with whether they did. */
type Ask = () => Promise<boolean>

let asking: Promise<boolean> | undefined
let ask: Ask | undefined

/** Sets the dialog that asks. Returns a function that removes it. */
export function setConfirmationDialog(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = undefined
  }
}

/** Returns whether the user is being asked, so that Escape closes no dialog below. */
export const isAskingToConfirm = (): boolean => asking !== undefined

/** Asks once for all calls that were refused meanwhile. */
export function askToConfirm(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    // Later, because the key that closed the dialog is still on its way to the dialogs below.
    setTimeout(() => {
      asking = undefined
    })
  })
  return asking
}
