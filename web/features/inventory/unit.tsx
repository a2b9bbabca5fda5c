import type { Item } from '#contract'
import classes from './unit.module.css'

/** The unit that a quantity is of, inside its field. */
export function Unit({ of: { unit } }: { of: Pick<Item, 'unit'> }) {
  return (
    <bdi className={classes.unit} title={unit}>
      {unit}
    </bdi>
  )
}
