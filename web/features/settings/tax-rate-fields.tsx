import { Input, NativeSelect, Radio, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { percentInput, type TaxCategory, taxCategories } from '#contract'
import { DecimalField } from '../../components/decimal-field.tsx'
import type { FormRow } from '../../components/form-fields.ts'
import { AddRow, RemoveRow, useFormRows } from '../../components/form-rows.tsx'
import { categoryNames } from '../billing/taxes.ts'
import classes from './settings-form.module.css'
import { emptyRate, type RateValues, type SettingsFormState } from './use-settings-form.ts'

const most = 50
const categories = taxCategories.map((value) => ({ value, label: categoryNames[value] }))

/** The tax rates that invoice lines can use, and the default for new lines. */
export function TaxRateFields({ state: { form, theirsIn } }: { state: SettingsFormState }) {
  const { rows, add, remove } = useFormRows(form, 'taxRates', emptyRate)
  const taxRates = form.rows('taxRates')
  const choose = (rate: FormRow<RateValues>, category: TaxCategory) =>
    rate.change({
      category,
      rate: category === 'S' ? '' : '0',
      ...(isWithoutReason(category) && { exemptionReason: '' }),
    })
  const makeDefault = (at: number) => {
    for (const rate of taxRates) rate.change({ isDefault: rate.at === at })
  }

  return (
    <Stack gap="sm" ref={rows}>
      {theirsIn('taxRates') && <Text>{theirsIn('taxRates')}</Text>}
      {taxRates.map(({ at, values: { key, category, isDefault }, field }) => (
        <fieldset key={key} className={`${classes.row} ${classes.rate}`} data-row>
          <VisuallyHidden component="legend">Tax rate {at + 1}</VisuallyHidden>
          <TextInput label="Name" dir="auto" {...field('name')} />
          <NativeSelect
            label="Category"
            data={categories}
            value={category}
            onChange={(event) => choose(taxRates[at]!, event.currentTarget.value as TaxCategory)}
          />
          <DecimalField label="Percent" rule={percentInput} disabled={category !== 'S'} {...field('rate')} />
          {taxRates.length > 1 && (
            <RemoveRow label={`Remove tax rate ${at + 1}`} onClick={() => remove(at)} />
          )}
          {!isWithoutReason(category) && (
            <TextInput
              style={{ gridColumn: '1 / -1' }}
              label="Exemption reason"
              description="Printed on the invoice."
              dir="auto"
              {...field('exemptionReason')}
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
