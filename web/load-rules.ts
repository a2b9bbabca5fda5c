import { useEffect, useState } from 'react'
import { loadCode } from './connection.ts'

/** The contract's rules of bodies, which are loaded when they are first needed: three quarters of the contract. */
export type Rules = typeof import('./rules.ts')

let loaded: Rules | undefined

/** Returns the rules, or undefined if their code is gone: the server checks anyway. */
export async function loadRules(): Promise<Rules | undefined> {
  try {
    loaded ??= await loadCode(() => import('./rules.ts'))
  } catch {}
  return loaded
}

/** Returns the rules once they are needed and loaded. */
export function useRules(areNeeded: boolean): Rules | undefined {
  const [rules, setRules] = useState(loaded)
  useEffect(() => {
    if (areNeeded) void loadRules().then(setRules)
  }, [areNeeded])
  return rules
}
