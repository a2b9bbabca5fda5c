import { useEffect, useRef } from 'react'
import { isTyping } from '../../../components/typing.ts'
import { offsetInSight } from './in-sight.ts'
import type { Reader } from './use-reader.ts'

/** `j` and `k` go to the next and the previous mention. */
export function useMentionKeys(reader: Reader): void {
  const latest = useRef(reader)
  latest.current = reader
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      const by = ({ j: 1, k: -1 } as const)[event.key]
      if (!by) return
      event.preventDefault()
      latest.current.stepMention(by, offsetInSight())
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
