import { useSyncExternalStore } from 'react'
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
export const noticeLoss = (error: unknown): void => {
  if (isUnreachable(error)) lose()
}

function lose(): void {
  if (isLost) return
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
  const isThere = await isReady()
  isChecking = false
  if (!isThere) return checkLater()
  clearTimeout(timer)
  foundAt = Date.now()
  change(false)
}

const isReady = (): Promise<boolean> =>
  call(getReadiness, {}, { signal: AbortSignal.timeout(mostWait) }).then(
    (answer) => (answer as Output<typeof getReadiness>).ready,
    (error) => error instanceof ApiError,
  )

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

/** Aerie can be reached, but this code is gone, probably by an update. The message is the one that the router knows. */
export class MissingCode extends Error {
  constructor(load: unknown) {
    super(`Failed to fetch dynamically imported module: ${load}`)
  }
}

let isCodeMissing = false
const noticing = new Set<() => void>()

/** Returns whether some code could not be loaded although Aerie can be reached. */
export const useIsCodeMissing = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      noticing.add(listener)
      return () => void noticing.delete(listener)
    },
    () => isCodeMissing,
  )

/** Loads code, once Aerie can be reached if it cannot. @throws MissingCode if it fails twice although Aerie can be reached */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let failures = 0; failures < 2; ) {
    try {
      return await load()
    } catch {
      if (!isLost && (await isReady())) failures++
      else await found()
    }
  }
  isCodeMissing = true
  for (const listener of noticing) listener()
  throw new MissingCode(load)
}

/** Resolves as soon as Aerie, which cannot be reached, can be again. */
function found(): Promise<void> {
  lose()
  return new Promise((resolve) => {
    const stop = onFound(() => {
      stop()
      resolve()
    })
  })
}
