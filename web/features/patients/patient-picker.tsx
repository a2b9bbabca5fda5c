import { CloseButton, Combobox, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import type { Patient } from '#contract'
import { PatientLine } from './patient-line.tsx'
import classes from './patient-picker.module.css'
import { usePatientSearch, usePicked } from './use-patient-search.ts'
import { nameOf } from './words.ts'

interface PatientPickerProps {
  label: string
  /** The id of the patient that is picked; null or empty for none. */
  value: string | null
  onChange: (patientId: string | null) => void
  error?: ReactNode
  /** The id of a record that is not offered. */
  except?: string | null
}

/**
 * One patient, found by typing a name, also misspelt, an identifier, a date of birth or a telephone number. Enter takes
 * the first match once it is that of the whole text: never somebody who was found for half of it.
 */
export function PatientPicker({ label, value, onChange, error, except }: PatientPickerProps) {
  const { picked, know } = usePicked(value || null)
  const [typed, setTyped] = useState<string>()
  const text = typed?.trim() ?? ''
  const [asked] = useDebouncedValue(text, 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const search = usePatientSearch(asked, combobox.dropdownOpened)
  const patients = search.found?.filter(({ id }) => id !== except)
  const isCurrent = asked === text && !search.isOfAnotherText && patients !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of other matches, once they are on the page
  useEffect(() => {
    if (combobox.dropdownOpened && isCurrent && text) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
  }, [combobox.dropdownOpened, isCurrent, text, patients?.[0]?.id])

  const pick = (patient: Patient) => {
    know(patient)
    setTyped(undefined)
    combobox.closeDropdown()
    onChange(patient.id)
  }
  const type = (text: string) => {
    setTyped(text)
    combobox.openDropdown()
    if (text === '' && value) onChange(null)
  }
  const clear = () => {
    setTyped(undefined)
    onChange(null)
  }
  const leave = () => {
    setTyped(undefined)
    combobox.closeDropdown()
  }
  const keepForm = (event: KeyboardEvent) => {
    // Enter chooses here, and sends the form only when there is nothing to choose.
    if (event.key === 'Enter' && combobox.dropdownOpened) event.preventDefault()
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const patient = patients?.find((patient) => patient.id === id)
        if (patient && isCurrent) pick(patient)
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          label={label}
          error={error}
          description={picked && <PatientLine patient={picked} />}
          placeholder="Name, date of birth, identifier or telephone"
          dir="auto"
          maxLength={200}
          rightSection={value && <CloseButton size="sm" aria-label="Clear" onClick={clear} />}
          value={typed ?? (picked ? nameOf(picked) : '')}
          onChange={(event) => type(event.currentTarget.value)}
          // What stands there is replaced by typing, not added to.
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onKeyDown={keepForm}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          className={classes.options ?? ''}
          aria-label={label}
          aria-busy={combobox.dropdownOpened && !isCurrent}
        >
          {patients?.map((patient) => (
            <Combobox.Option
              key={patient.id}
              value={patient.id}
              active={patient.id === value}
              aria-selected={patient.id === value}
            >
              <Text fw={500} truncate>
                <bdi>{nameOf(patient)}</bdi>
              </Text>
              <Text size="xs" className={classes.line ?? ''}>
                <PatientLine patient={patient} />
              </Text>
            </Combobox.Option>
          ))}
          {!patients?.length && (
            <Combobox.Option value="" disabled>
              {search.isError
                ? 'The patients could not be searched. Type again to try again.'
                : isCurrent
                  ? 'Nobody is found'
                  : 'Searching…'}
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
      <VisuallyHidden role="status">
        {combobox.dropdownOpened && isCurrent && text && told(patients)}
      </VisuallyHidden>
    </Combobox>
  )
}

/** The first match is chosen without the arrow keys, so a screen reader has not said it. */
function told(patients: Patient[]): string {
  const [first] = patients
  if (!first) return 'Nobody is found'
  return `${patients.length} found. Enter takes ${nameOf(first)}.`
}
