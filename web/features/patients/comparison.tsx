import { Text } from '@mantine/core'
import { type MergeField, mergeFields, type Patient } from '#contract'
import { TextLink } from '../../components/links.tsx'
import classes from './comparison.module.css'
import { FieldChoice } from './field-choice.tsx'
import type { Sides, Typed } from './merge-choices.ts'
import { PatientLine } from './patient-line.tsx'
import { identifierText, nameOf } from './words.ts'

interface ComparisonProps {
  sides: Sides
  kept: (field: MergeField) => string
  onChoose: (field: MergeField, value: string) => void
  typed: Typed
  onType: (typed: Typed) => void
  errors: Record<string, string>
}

/** Two records side by side, the one that stays first, with a choice for each field in which they differ. */
export function Comparison({ sides, kept, onChoose, typed, onType, errors }: ComparisonProps) {
  return (
    <div>
      <div className={classes.heads}>
        <Head patient={sides.target} side="Stays" />
        <Head patient={sides.source} side="Is retired" />
      </div>
      {mergeFields.map((field) => (
        <FieldChoice
          key={field}
          field={field}
          sides={sides}
          value={kept(field)}
          onChange={(value) => onChoose(field, value)}
          typed={typed}
          onType={onType}
          errors={errors}
        />
      ))}
      <div className={classes.field}>
        <div className={classes.name}>Identifiers</div>
        <div>
          <div className={classes.choice}>
            <Identifiers of={sides.target} side="Stays" />
            <Identifiers of={sides.source} side="Is retired" />
          </div>
          <Text size="xs" c="dimmed" mt={6}>
            All are kept. Those of the retired record are marked as old.
          </Text>
        </div>
      </div>
    </div>
  )
}

function Head({ patient, side }: { patient: Patient; side: string }) {
  return (
    <div className={classes.head}>
      <Text size="xs" c="dimmed">
        {side}
      </Text>
      <TextLink to="/patients/$patientId" params={{ patientId: patient.id }} fw={600} c="inherit">
        <bdi>{nameOf(patient)}</bdi>
      </TextLink>
      <Text size="xs" c="dimmed">
        <PatientLine patient={patient} />
      </Text>
    </div>
  )
}

function Identifiers({ of: { identifiers }, side }: { of: Patient; side: string }) {
  const name = <span className={classes.side}>{side}: </span>
  if (identifiers.length === 0)
    return (
      <Text c="dimmed">
        {name}
        None
      </Text>
    )
  return (
    <div>
      {name}
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
