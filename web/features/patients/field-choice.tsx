import { Group, Radio, Text } from '@mantine/core'
import type { MergeField, Patient } from '#contract'
import { StateBadge } from '../../components/state-badge.tsx'
import classes from './comparison.module.css'
import { FieldValue } from './field-value.tsx'
import { comparison, type Sides, type Typed } from './merge-choices.ts'
import { TypedValue } from './typed-value.tsx'
import { fieldNames } from './words.ts'

interface FieldChoiceProps {
  field: MergeField
  sides: Sides
  /** The id of the record whose value is kept, or `typed`. */
  value: string
  onChange: (value: string) => void
  typed: Typed
  onType: (typed: Typed) => void
  errors: Record<string, string>
}

/** One field of both records: which value the survivor keeps. What both say alike needs no choice. */
export function FieldChoice(props: FieldChoiceProps) {
  const { field, sides, value, onChange, typed, onType, errors } = props
  const compared = comparison(sides, field)
  if (compared === 'empty') return null
  if (compared === 'same')
    return (
      <div className={classes.field}>
        <div className={classes.name}>{fieldNames[field]}</div>
        <div className={classes.both}>
          <FieldValue field={field} value={sides.target[field]} />{' '}
          <Text span c="dimmed" size="xs">
            in both
          </Text>
        </div>
      </div>
    )
  const radio = (patient: Patient, side: string) => (
    <Radio
      value={patient.id}
      classNames={{ body: classes.radio ?? '', labelWrapper: classes.value ?? '' }}
      label={
        <>
          <span className={classes.side}>{side}: </span>
          <FieldValue field={field} value={patient[field]} />
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
          {fieldNames[field]}
          <StateBadge kind={compared === 'differs' ? 'warning' : 'quiet'}>
            {compared === 'differs' ? 'Differs' : 'Only in one'}
          </StateBadge>
        </Group>
      }
    >
      <div className={classes.choice}>
        {radio(sides.target, 'Stays')}
        {radio(sides.source, 'Is retired')}
        <Radio value="typed" label="Another value" />
        {value === 'typed' && (
          <div className={classes.typed}>
            <TypedValue field={field} typed={typed} errors={errors} onChange={onType} />
          </div>
        )}
      </div>
    </Radio.Group>
  )
}
