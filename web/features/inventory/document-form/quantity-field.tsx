import type { Item } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { DecimalField, type DecimalFieldProps } from '../../../components/decimal-field.tsx'

interface QuantityFieldProps extends DecimalFieldProps {
  item: Item | null
}

/** The quantity of a line, with the item's unit inside the field. */
export const QuantityField = ({ item, ...field }: QuantityFieldProps) => (
  <DecimalField
    data-cell="quantity"
    rightSection={
      item && (
        <Caption component="bdi" truncate px={4} maw="100%" title={item.unit}>
          {item.unit}
        </Caption>
      )
    }
    rightSectionWidth={56}
    {...field}
  />
)
