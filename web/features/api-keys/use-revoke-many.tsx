import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Input, listAuditLog, revokeManyApiKeys } from '#contract'
import { callOptions, useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { keyCount } from './key-count.ts'

interface Question {
  /** Names the keys: `Revoke all your 12 active keys?` */
  title: (keys: string) => string
  /** What else happens. */
  note?: ReactNode
  onDone?: () => void
  onClosed?: () => void
  /** Shows in a dialog that the keys could not be counted; otherwise a notification does. */
  onFailed?: (error: unknown) => void
}

type Selection = Omit<Input<typeof revokeManyApiKeys>, 'preview'>

/** Returns a function that counts the active keys of a selection and revokes them after asking. */
export function useRevokeMany(): (selection: Selection, question: Question) => Promise<void> {
  const queries = useQueryClient()
  const { mutateAsync } = useAction(revokeManyApiKeys, { also: [listAuditLog] })

  const revokeAll = async (selection: Selection) => {
    let remaining: number
    do remaining = (await mutateAsync(selection)).remaining
    while (remaining > 0)
  }
  return async (selection, { title, note, onDone, onClosed, onFailed }) => {
    try {
      const preview = callOptions(revokeManyApiKeys, { ...selection, preview: true })
      const { remaining } = await queries.fetchQuery({ ...preview, staleTime: 0 })
      if (remaining === 0) return notifyDone('No active keys found')
      await confirm({
        title: title(keyCount(remaining, 'active')),
        consequences: (
          <>
            Programs that use {remaining === 1 ? 'it' : 'them'} stop working immediately. This cannot be
            undone.
            {note && <> {note}</>}
          </>
        ),
        confirm: `Revoke ${keyCount(remaining)}`,
        act: async () => {
          await revokeAll(selection)
          onDone?.()
        },
        done: `${keyCount(remaining)} revoked`,
        ...(onClosed && { onCancel: onClosed }),
      })
    } catch (error) {
      if (onFailed) onFailed(error)
      else notifyFailed('The keys could not be counted', error)
    }
  }
}
