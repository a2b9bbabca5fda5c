import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import { loadCode } from '../connection.ts'

interface Part {
  default: ComponentType
}

/**
 * A part of every page that few visits need, such as dialogs: it is loaded when it is first used, and then stays on the page.
 * Render its `Host` where it belongs.
 */
export function onFirstUse<Module extends Part>(load: () => Promise<Module>) {
  let part: Module | undefined
  const listeners = new Set<() => void>()
  const { promise: isOnPage, resolve: arrive } = Promise.withResolvers<void>()

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function Host() {
    const loaded = useSyncExternalStore(subscribe, () => part)
    if (!loaded) return null
    const { default: Loaded } = loaded
    return (
      <>
        <Loaded />
        <Arrival />
      </>
    )
  }

  /** Its effect runs after those of the part, which is then ready. */
  function Arrival() {
    useEffect(arrive, [])
    return null
  }

  /** Returns the module of the part, once it is on the page. @throws TypeError if it cannot be loaded */
  async function use(): Promise<Module> {
    part ??= await loadCode(load)
    for (const listener of listeners) listener()
    await isOnPage
    return part
  }

  return { Host, use }
}
