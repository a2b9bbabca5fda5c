import { type ComponentType, lazy, useSyncExternalStore } from 'react'
import { ApiError } from '#client'
import { getReadiness, type Output } from '#contract'
import { call } from './api.ts'

/** The waits between checks, in milliseconds: each is twice as long as the one before. */
const [shortest, longest] = [1_000, 30_000]
/** A check without an answer has failed after so many milliseconds. */
const mostWait = 10_000

let isLost = false
let isChecking = false
let wait = shortest
let foundAt = 0
let timer: ReturnType<typeof setTimeout>
const listeners = new Set<() => void>()

/** Returns whether an error means that Aerie could not be reached: there was no response, or only that of a proxy. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof TypeError && noResponse.test(error.message))

/** The messages of Chromium, Firefox and Safari if there is no response. */
const noResponse = /fetch|NetworkError|Load failed|import/i

/** Begins to check whether Aerie can be reached again, if an error means that it cannot. */
export function noticeLoss(error: unknown): void {
  if (isLost || !isUnreachable(error)) return
  // Aerie that can be reached for moments only is not asked more often.
  if (Date.now() - foundAt > longest) wait = shortest
  change(true)
  addEventListener('online', checkNow)
  document.addEventListener('visibilitychange', checkNow)
  checkLater()
}

function checkLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void checkNow(), wait)
  wait = Math.min(wait * 2, longest)
}

/** Checks whether Aerie can be reached again, if it could not be. Nobody waits for it on a hidden page. */
export async function checkNow(): Promise<void> {
  if (!isLost || isChecking || document.hidden) return
  isChecking = true
  const isReady = await call(getReadiness, {}, { signal: AbortSignal.timeout(mostWait) }).then(
    (answer) => (answer as Output<typeof getReadiness>).ready,
    (error) => error instanceof ApiError,
  )
  isChecking = false
  if (!isReady) return checkLater()
  clearTimeout(timer)
  foundAt = Date.now()
  change(false)
}

function change(lost: boolean): void {
  isLost = lost
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls a function whenever Aerie can be reached again. @returns stops that */
export const onFound = (act: () => void): (() => void) => subscribe(() => isLost || act())

/** Returns whether Aerie cannot be reached at the moment. */
export const useIsLost = (): boolean => useSyncExternalStore(subscribe, () => isLost)

/** Loads code, again once Aerie can be reached if it cannot. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    noticeLoss(error)
    if (!isLost) throw error
    await new Promise<void>((resolve) => {
      const stop = onFound(() => {
        stop()
        resolve()
      })
    })
    return load()
  }
}

/** A component whose code is loaded when it is first rendered. */
// biome-ignore lint/suspicious/noExplicitAny: as `lazy` has it, a component takes any properties
export const lazyPart = <Component extends ComponentType<any>>(load: () => Promise<{ default: Component }>) =>
  lazy(() => loadCode(load))
