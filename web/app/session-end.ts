import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meOptions } from '../session.ts'
import { useRefused } from './use-refused.ts'

/** Returns the user whose session has ended, as reported by any call, and a function to call once there is a new one. */
export function useSessionEnd(): [ended: { userId: string | undefined } | undefined, startAgain: () => void] {
  const queries = useQueryClient()
  const [ended, setEnded] = useState<{ userId: string | undefined }>()

  useRefused('unauthenticated', () => {
    const userId = queries.getQueryData(meOptions.queryKey)?.user.id
    setEnded((ended) => ended ?? { userId })
  })
  return [ended, () => setEnded(undefined)]
}
