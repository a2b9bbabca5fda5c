import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Returns whether the page is about to be printed, and draws what depends on it before the browser does. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const note = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'))
    addEventListener('beforeprint', note)
    addEventListener('afterprint', note)
    return () => {
      removeEventListener('beforeprint', note)
      removeEventListener('afterprint', note)
    }
  }, [])
  return isPrinting
}
