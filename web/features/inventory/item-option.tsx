import { Combobox } from '@mantine/core'
import type { Item } from '#contract'
import { formatQuantity } from '../../components/amounts.ts'
import classes from './item-picker.module.css'

/** An item among those that a search has found. */
export function ItemOption({ item: { id, sku, name, unit, onHand } }: { item: Item }) {
  return (
    <Combobox.Option value={id} className={classes.option ?? ''}>
      <span className={classes.name}>
        <bdi className={classes.sku}>{sku}</bdi> <bdi>{name}</bdi>
      </span>
      <span className={classes.onHand}>
        {formatQuantity(onHand)} <bdi>{unit}</bdi>
      </span>
    </Combobox.Option>
  )
}
