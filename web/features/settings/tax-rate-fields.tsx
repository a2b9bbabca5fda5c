import { Input, NativeSelect, Radio, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type TaxCategory, taxCategories } from '#contract'
import { DecimalField } from '../../components/decimal-field.tsx'
import { AddRow, RemoveRow, useFormRows } from '../../components/form-rows.tsx'
import { categoryNames } from '../billing/taxes.ts'
import classes from './settings-form.module.css'
import { emptyRate, type RateValues } from './settings-values.ts'
import type { SettingsFormState } from './use-settings-form.ts'

const most = 50
const categories = taxCategories.map((value) => ({ value, label: categoryNames[value] }))

/** The tax rates that invoice lines can use, and the default for new lines. */
export function TaxRateFields({ state: { form, values, theirsIn } }: { state: SettingsFormState }) {
  const { taxRates } = values
  const put = (rates: RateValues[]) => form.setValue('taxRates', rates as never)
  const { list, add, remove } = useFormRows(taxRates, put, emptyRate())
  const change = (at: number, change: Partial<RateValues>) =>
    put(taxRates.map((rate, other) => (other === at ? { ...rate, ...change } : rate)))
  const choose = (at: number, category: TaxCategory) =>
    change(at, {
      category,
      rate: category === 'S' ? '' : '0',
      ...(isWithoutReason(category) && { exemptionReason: '' }),
    })
  const makeDefault = (at: number) =>
    put(taxRates.map((rate, other) => ({ ...rate, isDefault: other === at })))

  return (
    <Stack gap="sm" ref={list}>
      {theirsIn('taxRates') && <Text>{theirsIn('taxRates')}</Text>}
      {taxRates.map(({ key, category, isDefault }, at) => (
        <fieldset key={key} className={`${classes.row} ${classes.rate}`} data-row>
          <VisuallyHidden component="legend">Tax rate {at + 1}</VisuallyHidden>
          <TextInput label="Name" dir="auto" {...form.field(`taxRates.${at}.name`)} />
          <NativeSelect
            label="Category"
            data={categories}
            value={category}
            onChange={(event) => choose(at, event.currentTarget.value as TaxCategory)}
          />
          <DecimalField
            label="Percent"
            rule={({ percentInput }) => percentInput}
            disabled={category !== 'S'}
            {...form.field(`taxRates.${at}.rate`)}
            error={form.errors[`taxRates.${at}.rate`] ?? form.errors[`taxRates.${at}`]}
          />
          {taxRates.length > 1 && (
            <RemoveRow label={`Remove tax rate ${at + 1}`} onClick={() => remove(at)} />
          )}
          {!isWithoutReason(category) && (
            <TextInput
              style={{ gridColumn: '1 / -1' }}
              label="Exemption reason"
              description="Printed on the invoice."
              dir="auto"
              {...form.field(`taxRates.${at}.exemptionReason`)}
            />
          )}
          <Radio
            style={{ gridColumn: '1 / -1' }}
            name="defaultTaxRate"
            label="Default for new lines"
            checked={isDefault}
            onChange={() => makeDefault(at)}
          />
        </fieldset>
      ))}
      {form.errors.taxRates && <Input.Error>{form.errors.taxRates}</Input.Error>}
      {taxRates.length < most && <AddRow onClick={add}>Add tax rate</AddRow>}
    </Stack>
  )
}

/** Returns whether EN 16931 requires no exemption reason for the category. */
const isWithoutReason = (category: TaxCategory) => category === 'S' || category === 'Z'
