import { type RefObject, useEffect, useRef } from 'react'
import type { Stop } from './use-reader.ts'

/** After so many frames without a move the page has come to rest; and it is not waited for longer than so many. */
const restFrames = 4
const mostFrames = 120

/**
 * Scrolls to what one is led to, and moves the focus there, so that it is read out. Its block may have to be laid out
 * first, and blocks around it change their heights as they are.
 * @param block where the block begins that it begins in
 * @param scroll brings its block into sight, about
 */
export function useLedThere(
  container: RefObject<HTMLElement | null>,
  stop: Stop | null,
  block: number,
  scroll: () => void,
): void {
  const latest = useRef({ block, scroll })
  latest.current = { block, scroll }

  useEffect(() => {
    if (!stop) return
    let frame = 0
    let before = Number.NaN
    let still = 0
    let handle = requestAnimationFrame(function look() {
      const { block, scroll } = latest.current
      const mark = container.current?.querySelector<HTMLElement>(`[data-start="${block}"] [data-stop]`)
      if (mark) {
        const { top } = mark.getBoundingClientRect()
        still = Math.abs(top - before) < 1 ? still + 1 : 0
        before = top
        // Typing goes on in the field while one is led from find to find.
        if (frame > 0 && still === restFrames && stop.what !== 'find') mark.focus({ preventScroll: true })
        if (still === 0) mark.scrollIntoView({ block: 'center' })
      } else scroll()
      frame++
      if (still < restFrames && frame < mostFrames) handle = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(handle)
  }, [container, stop])
}
