import type { ReactNode } from 'react'
import { Absent } from './absent.tsx'
import classes from './facts.module.css'

export interface Fact {
  name: string
  /** Null is shown as absent. */
  value: ReactNode
  /** Shows the most important figure larger. */
  large?: boolean
}

/** A few facts, side by side. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value, large }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-large={large}>{value ?? <Absent />}</dd>
        </div>
      ))}
    </dl>
  )
}
