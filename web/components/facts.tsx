import type { ReactNode } from 'react'
import classes from './facts.module.css'

export interface Fact {
  name: string
  value: ReactNode
  /** For figures that one comes to see. */
  large?: boolean
}

/** A few facts about one thing, side by side. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value, large }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-large={large}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
