import { Button, Group, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Settings } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { taxModes } from './details.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'
import { hasSpecialTerms } from './values.ts'

const OptionFields = lazyPart(() => import('./option-fields.tsx'))

const fields = ['currency', 'taxMode', 'series', 'buyerReference'] as const
/** Currency, tax mode, series and buyer reference, which most invoices leave as they are. */
export function EditorOptions({ form, settings }: { form: InvoiceEditor['form']; settings: Settings }) {
  const { values, errors } = form
  const [wanted, setWanted] = useState(() => hasSpecialTerms(values, settings))
  const isOpen = wanted || fields.some((field) => errors[field])
  const series = [...new Set([...settings.invoiceSeries.map(({ name }) => name), values.series])]
  const taxMode = taxModes.find(({ value }) => value === values.taxMode)?.label ?? ''
  const summary = [values.currency, taxMode, series.length > 1 && values.series, values.buyerReference]
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button
          size="xs"
          rightSection={
            <IconChevronDown size={14} aria-hidden style={isOpen ? { rotate: '180deg' } : undefined} />
          }
          aria-expanded={isOpen}
          onClick={() => setWanted(!isOpen)}
        >
          More options
        </Button>
        {!isOpen && (
          <Caption>
            <bdi>{summary.filter(Boolean).join(' · ')}</bdi>
          </Caption>
        )}
      </Group>
      {isOpen && (
        <Suspense>
          <OptionFields form={form} series={series} />
        </Suspense>
      )}
    </Stack>
  )
}
