import { useEffect, useState } from 'react'
import { loadCode } from './connection.ts'

/** The contract's rules of bodies, which are loaded when they are first needed: three quarters of the contract. */
export type Rules = typeof import('./rules.ts')

let loaded: Rules | undefined

export const loadRules = async (): Promise<Rules> => (loaded ??= await loadCode(() => import('./rules.ts')))

/** Returns the rules once they are needed and loaded. */
export function useRules(areNeeded: boolean): Rules | undefined {
  const [rules, setRules] = useState(loaded)
  useEffect(() => {
    if (areNeeded) void loadRules().then(setRules)
  }, [areNeeded])
  return rules
}
