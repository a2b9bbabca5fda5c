import { useEffect } from 'react'
import { onFirstUse } from '../components/on-first-use.tsx'
import { setConfirmationDialog } from '../confirmation.ts'

/** The dialog that asks users who they are. */
export const confirmation = onFirstUse(() => import('./confirmation-dialog.tsx'))

/** Has calls that need a confirmation ask for it. */
export function useConfirmation(): void {
  useEffect(() => setConfirmationDialog(async () => (await confirmation.use()).ask()), [])
}
