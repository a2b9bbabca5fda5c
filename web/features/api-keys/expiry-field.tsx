import { Radio, SimpleGrid, TextInput } from '@mantine/core'
import { dateOf } from '../../components/format.ts'
import { dateAfter, daysOf, type ExpiryValues, presets } from './expiry.ts'

interface ExpiryFieldProps {
  values: ExpiryValues
  field: (name: keyof ExpiryValues & string) => object
}

/** How long a key works: presets with the date that each means, days of one's own, or for good. */
export function ExpiryField({ values, field }: ExpiryFieldProps) {
  const dateIn = (days: number) => {
    const date = dateAfter(days)
    return date && dateOf(date)
  }
  const typed = daysOf({ ...values, expiry: 'custom' })
  const typedDate = typed === null ? 'Never' : dateIn(typed)

  return (
    <>
      <Radio.Group label="Expires" {...field('expiry')}>
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm" verticalSpacing="sm" mt={6}>
          {presets.map((days) => (
            <Radio key={days} value={days} label={`${days} days`} description={dateIn(Number(days))} />
          ))}
          <Radio
            value="custom"
            label="Custom"
            description={values.expiry === 'custom' && typedDate ? typedDate : 'In days'}
          />
          <Radio value="never" label="Never" description="Until revoked" />
        </SimpleGrid>
      </Radio.Group>
      {values.expiry === 'custom' && (
        <TextInput
          label="Days until it expires"
          description="1 to 3650. Blank means never."
          inputMode="numeric"
          autoComplete="off"
          {...field('expiresInDays')}
        />
      )}
    </>
  )
}
