import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { Settings } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { CurrencySelect } from '../../../components/searchable-select.tsx'
import { fieldOf } from './details.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'
import { hasSpecialTerms } from './values.ts'

const fields = ['currency', 'taxMode', 'series', 'buyerReference'] as const
const taxModes = [
  { value: 'exclusive', label: 'Excluding tax' },
  { value: 'inclusive', label: 'Including tax' },
]

/** Currency, tax mode, series and buyer reference, which most invoices leave as they are. */
export function EditorOptions({ editor, settings }: { editor: InvoiceEditor; settings: Settings }) {
  const { values, errors, change } = editor
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
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
          <CurrencySelect
            value={values.currency}
            onChange={(currency) => change({ currency })}
            error={errors.currency}
          />
          <NativeSelect label="Prices" data={taxModes} {...fieldOf(editor, 'taxMode')} />
          {(series.length > 1 || errors.series) && (
            <NativeSelect
              label="Series"
              description="The invoice gets the next number of this series."
              data={series}
              {...fieldOf(editor, 'series')}
            />
          )}
          <TextInput
            label="Buyer reference"
            description="Such as a Leitweg-ID. Optional."
            maxLength={100}
            autoComplete="off"
            {...fieldOf(editor, 'buyerReference')}
          />
        </SimpleGrid>
      )}
    </Stack>
  )
}
