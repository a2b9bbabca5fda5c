import { Radio, SimpleGrid } from '@mantine/core'
import { type ApiKey, mostKeyDays } from '#contract'
import { DecimalField } from '../../components/decimal-field.tsx'
import { dateOf } from '../../components/format.ts'

interface ExpiryFieldProps {
  values: ExpiryValues
  field: (name: keyof ExpiryValues & string) => object
  /** The longest lifetime that the organisation allows, in days; null if keys may never expire. */
  most: number | null
}

/** A key's lifetime: a preset with the date it means, a custom number of days, or no expiry. */
export function ExpiryField({ values, field, most }: ExpiryFieldProps) {
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
          {presetsWithin(most).map((days) => (
            <Radio key={days} value={days} label={`${days} days`} description={dateIn(Number(days))} />
          ))}
          <Radio
            value="custom"
            label="Custom"
            description={values.expiry === 'custom' && typedDate ? typedDate : 'In days'}
          />
          {most === null && <Radio value="never" label="Never" description="Until revoked" />}
        </SimpleGrid>
      </Radio.Group>
      {values.expiry === 'custom' && (
        <DecimalField
          label="Days until it expires"
          description={
            most === null
              ? '1 to 3650. Leave it empty for no expiry.'
              : `1 to ${most}. Your organisation sets this limit.`
          }
          inputMode="numeric"
          {...field('expiresInDays')}
        />
      )}
    </>
  )
}

const presets = ['7', '30', '90', '365'] as const

const presetsWithin = (most: number | null) => presets.filter((days) => most === null || Number(days) <= most)

/** Shortens a lifetime to the longest one allowed. */
export function within(values: ExpiryValues, most: number | null): ExpiryValues {
  if (most === null || (daysOf(values) ?? Number.POSITIVE_INFINITY) <= most) return values
  return ofDays(String(most))
}

/** The choices; the days of `custom` are typed. */
type Expiry = (typeof presets)[number] | 'custom' | 'never'

export interface ExpiryValues extends Record<string, unknown> {
  expiry: Expiry
  /** As typed, used for `custom` only. Blank means never. */
  expiresInDays: string
}

const dayMs = 24 * 60 * 60 * 1000

/** Returns the days to send, or null for never. */
export function daysOf({ expiry, expiresInDays }: ExpiryValues): number | null {
  const days = expiry === 'custom' ? expiresInDays.trim() : expiry
  return days === '' || days === 'never' ? null : Number(days)
}

/** Returns when a key created now would expire, or null for days that the contract rejects. */
function dateAfter(days: number): string | null {
  const isAccepted = Number.isInteger(days) && days >= 1 && days <= mostKeyDays
  return isAccepted ? new Date(Date.now() + days * dayMs).toISOString() : null
}

/** Returns a key's lifetime, for its successor. */
export function expiryOf({ createdAt, expiresAt }: Pick<ApiKey, 'createdAt' | 'expiresAt'>): ExpiryValues {
  if (!expiresAt) return { expiry: 'never', expiresInDays: '' }
  const days = String(Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / dayMs)))
  return ofDays(days)
}

function ofDays(days: string): ExpiryValues {
  const preset = presets.find((each) => each === days)
  return preset ? { expiry: preset, expiresInDays: '' } : { expiry: 'custom', expiresInDays: days }
}
