import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { decimalInput } from '#contract'
import { DecimalField } from '../../components/decimal-field.tsx'
import { type ItemValues, trackingNames } from './item-values.ts'

const levelRule = decimalInput({ sign: 'not negative', digits: 12, decimals: 6 })

export function ItemFields({ field }: { field: (name: keyof ItemValues & string) => object }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="SKU"
          description="Your own short code, such as A-100."
          data-autofocus
          autoComplete="off"
          {...field('sku')}
        />
        <TextInput
          label="Unit"
          description="What is counted: tablet, box, ml."
          autoComplete="off"
          {...field('unit')}
        />
      </SimpleGrid>
      <TextInput label="Name" dir="auto" autoComplete="off" {...field('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="GTIN"
          description="The number below the barcode. Optional; with it the item can be scanned."
          inputMode="numeric"
          autoComplete="off"
          // A scanner ends its code with Enter, which does not mean that the form is done.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          {...field('gtin')}
        />
        <DecimalField
          label="Reorder level"
          description="Below it the item is marked as low. Optional."
          rule={levelRule}
          {...field('reorderLevel')}
        />
      </SimpleGrid>
      <Radio.Group label="Tracked" description="Fixed once something has moved." {...field('tracking')}>
        <Stack gap="xs" my={6}>
          {Object.entries(trackingNames).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  )
}
