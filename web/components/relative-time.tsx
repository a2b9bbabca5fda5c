import { Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { exactTime, relativeTime } from './format.ts'

const tick = 20_000
const listeners = new Set<() => void>()
let now = Date.now()

/** One clock updates all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

setInterval(() => {
  now = Date.now()
  for (const listener of listeners) listener()
}, tick)

/** A time such as `3 hours ago`; the exact one on hover. */
export function RelativeTime({ at }: { at: string }) {
  useSyncExternalStore(subscribe, () => now)
  return (
    <Tooltip label={exactTime(at)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at}>{relativeTime(at, Date.now())}</time>
    </Tooltip>
  )
}
