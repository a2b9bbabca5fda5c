import { Group, Radio, Stack } from '@mantine/core'
import { IconSquareHalf } from '@tabler/icons-react'
import { type PatientField, patientLabels } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { AddressFields } from '../address-fields.tsx'
import { FieldValue } from '../field-value.tsx'
import { PatientInput } from '../patient-fields.tsx'
import classes from './comparison.module.css'
import { comparison, type Sides } from './merge-choices.ts'
import type { MergeFormState } from './use-merge.ts'

export const sideNames = { target: 'Keep', source: 'Merge into it' } as const
export type Side = keyof typeof sideNames

/** Shown on narrow screens, where the columns have no heads; read by screen readers everywhere. */
export const SideName = ({ side }: { side: Side }) => (
  <span className={classes.side}>{sideNames[side]}: </span>
)

interface FieldChoiceProps {
  form: MergeFormState
  sides: Sides
  field: PatientField
  /** The id of the record whose value is kept, or `typed`. */
  value: string
  onChange: (value: string) => void
}

/** A field of both records and the choice of its value. Equal values need no choice. */
export function FieldChoice({ form, field, sides, value, onChange }: FieldChoiceProps) {
  const compared = comparison(sides, field)
  if (compared === 'empty') return null
  if (compared === 'same')
    return (
      <div className={classes.field}>
        <div className={classes.name}>{patientLabels[field]}</div>
        <div className={classes.value}>
          <FieldValue field={field} value={sides.target[field]} /> <Caption span>in both</Caption>
        </div>
      </div>
    )
  const radio = (side: Side) => (
    <Radio
      value={sides[side].id}
      classNames={{ body: classes.radio ?? '', labelWrapper: classes.value ?? '' }}
      label={
        <>
          <SideName side={side} />
          <FieldValue field={field} value={sides[side][field]} />
        </>
      }
    />
  )
  return (
    <Radio.Group
      value={value}
      onChange={onChange}
      className={classes.field ?? ''}
      labelProps={{ className: classes.name }}
      label={
        <Group gap={8} component="span">
          {patientLabels[field]}
          {compared === 'differs' ? (
            <StateBadge kind="warning">Differs</StateBadge>
          ) : (
            <StateBadge kind="quiet" icon={IconSquareHalf}>
              Only in one
            </StateBadge>
          )}
        </Group>
      }
    >
      <div className={classes.choice}>
        {radio('target')}
        {radio('source')}
        <Radio value="typed" label="Another value" />
        {value === 'typed' && (
          <div className={classes.typed}>
            <TypedValue form={form} field={field} />
          </div>
        )}
      </div>
    </Radio.Group>
  )
}

/** The input of a value that neither record has. */
function TypedValue({ form, field }: Pick<FieldChoiceProps, 'form' | 'field'>) {
  const label = `${patientLabels[field]} to keep`
  if (field === 'address')
    return (
      <Stack gap="sm" role="group" aria-label={label}>
        <AddressFields input={(part) => form.field(`fieldChoices.address.${part}`)} />
      </Stack>
    )
  return <PatientInput field={field} aria-label={label} {...form.field(`fieldChoices.${field}`)} />
}
