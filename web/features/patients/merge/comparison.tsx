import { Text } from '@mantine/core'
import { type PatientField, patientFields } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { PatientLink } from '../patient-line.tsx'
import { identifierText } from '../words.ts'
import classes from './comparison.module.css'
import { FieldChoice, type Side, SideName, sideNames } from './field-choice.tsx'
import type { Sides } from './merge-choices.ts'
import type { MergeFormState } from './use-merge.ts'

interface ComparisonProps {
  form: MergeFormState
  sides: Sides
  kept: (field: PatientField) => string
  onChoose: (field: PatientField, value: string) => void
}

/** Two records side by side, the one to keep first, with a choice for each field in which they differ. */
export function Comparison({ form, sides, kept, onChoose }: ComparisonProps) {
  return (
    <div>
      <div className={classes.heads}>
        <Head sides={sides} side="target" />
        <Head sides={sides} side="source" />
      </div>
      {patientFields.map((field) => (
        <FieldChoice
          key={field}
          field={field}
          sides={sides}
          value={kept(field)}
          onChange={(value) => onChoose(field, value)}
          form={form}
        />
      ))}
      <div className={classes.field}>
        <div className={classes.name}>Identifiers</div>
        <div>
          <div className={classes.choice}>
            <Identifiers sides={sides} side="target" />
            <Identifiers sides={sides} side="source" />
          </div>
          <Caption mt={6}>All are kept. Those of the merged record are labeled as old.</Caption>
        </div>
      </div>
    </div>
  )
}

function Head({ sides, side }: { sides: Sides; side: Side }) {
  return (
    <div className={classes.value}>
      <Caption>{sideNames[side]}</Caption>
      <PatientLink to={sides[side]} fw={600} c="inherit" />
    </div>
  )
}

function Identifiers({ sides, side }: { sides: Sides; side: Side }) {
  const { identifiers } = sides[side]
  return (
    <div>
      <SideName side={side} />
      {identifiers.length === 0 && (
        <Text span c="dimmed">
          None
        </Text>
      )}
      <ul className={classes.list}>
        {identifiers.map((identifier) => (
          <li key={JSON.stringify(identifier)} className={classes.value}>
            <bdi>{identifierText(identifier)}</bdi>
            {identifier.use === 'old' && ' (old)'}
          </li>
        ))}
      </ul>
    </div>
  )
}
