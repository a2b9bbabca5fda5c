import {
  CloseButton,
  Combobox,
  type ComboboxStore,
  Text,
  TextInput,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { getPatient, listPatients, type Patient } from '#contract'
import { callOptions } from '../../api.ts'
import { PatientLine } from './patient-line.tsx'
import classes from './patient-picker.module.css'
import { patientName } from './words.ts'

interface PatientPickerProps {
  label: string
  /** The placeholder of a filter, which takes one line. */
  filterPlaceholder?: string
  /** The id of the chosen patient; null or empty for none. */
  value: string | null
  onChange: (patientId: string | null) => void
  error?: ReactNode
  /** The id of a record to leave out. */
  except?: string | null
}

/**
 * Finds one patient by name (even misspelt), identifier, date of birth or telephone number. Enter chooses the first
 * match, but only once it matches the whole text.
 */
export function PatientPicker(props: PatientPickerProps) {
  const { label, filterPlaceholder, value, onChange, error, except } = props
  const { picked, remember } = usePicked(value || null)
  const [typed, setTyped] = useState<string>()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const matches = useMatches(typed?.trim() ?? '', combobox, except)
  const { patients, isCurrent } = matches

  const pick = (patient: Patient) => {
    remember(patient)
    setTyped(undefined)
    combobox.closeDropdown()
    onChange(patient.id)
  }
  const type = (text: string) => {
    setTyped(text)
    combobox.openDropdown()
    if (text === '' && value) onChange(null)
  }
  const leave = () => {
    setTyped(undefined)
    combobox.closeDropdown()
  }
  const clear = () => {
    setTyped(undefined)
    onChange(null)
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
          {...(filterPlaceholder === undefined
            ? { label, description: picked && <PatientLine patient={picked} /> }
            : { 'aria-label': label, ...filterSize })}
          error={error}
          placeholder={filterPlaceholder ?? 'Name, date of birth, identifier or telephone'}
          dir="auto"
          maxLength={200}
          rightSection={value && <CloseButton size="sm" aria-label="Clear" onClick={clear} />}
          value={typed ?? (picked ? patientName(picked) : '')}
          onChange={(event) => type(event.currentTarget.value)}
          // Typing replaces the current text.
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onKeyDown={(event) => {
            // While matches are shown, Enter chooses one instead of submitting the form.
            if (event.key === 'Enter' && combobox.dropdownOpened) event.preventDefault()
          }}
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
            <PatientOption key={patient.id} patient={patient} isChosen={patient.id === value} />
          ))}
          {!patients?.length && (
            <Combobox.Option value="" disabled>
              {hintOf(matches)}
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
      <VisuallyHidden role="status">
        {combobox.dropdownOpened && isCurrent && matches.text && announcement(patients ?? [])}
      </VisuallyHidden>
    </Combobox>
  )
}

const filterSize = { flex: { base: '1 1 100%', sm: '1 1 12rem' }, maw: { base: 'none', sm: '16rem' } }

function PatientOption({ patient, isChosen }: { patient: Patient; isChosen: boolean }) {
  return (
    <Combobox.Option value={patient.id} active={isChosen} aria-selected={isChosen}>
      <Text fw={500} truncate>
        <bdi>{patientName(patient)}</bdi>
      </Text>
      <Text size="xs" className={classes.line ?? ''}>
        <PatientLine patient={patient} />
      </Text>
    </Combobox.Option>
  )
}

/** What the list shows instead of matches. */
function hintOf({ isError, isCurrent }: { isError: boolean; isCurrent: boolean }): string {
  if (isError) return 'The search failed. Type again to retry.'
  return isCurrent ? 'No patient found' : 'Searching…'
}

/** The first match is selected without arrow keys, so screen readers would not announce it. */
function announcement(patients: Patient[]): string {
  const [first] = patients
  if (!first) return 'No patient found'
  return `${patients.length} found. Press Enter to choose ${patientName(first)}.`
}

/** Returns the chosen patient by id, and a function that caches one that is already loaded. */
function usePicked(patientId: string | null) {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...callOptions(getPatient, { patientId: patientId ?? '' }),
    enabled: patientId !== null,
  })
  return {
    picked: patientId === null ? undefined : data,
    remember: (patient: Patient) =>
      queries.setQueryData(callOptions(getPatient, { patientId: patient.id }).queryKey, patient),
  }
}

/** Returns the matches for `text`, and whether they are those of the whole text. Selects the first of them. */
function useMatches(text: string, combobox: ComboboxStore, except: string | null | undefined) {
  const [searched] = useDebouncedValue(text, 200)
  const { found, isOfAnotherText, isError } = usePatientSearch(searched, combobox.dropdownOpened)
  const patients = found?.filter(({ id }) => id !== except)
  const isCurrent = searched === text && !isOfAnotherText && patients !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: selects the first match again once other matches are shown
  useEffect(() => {
    if (combobox.dropdownOpened && isCurrent && text) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
  }, [combobox.dropdownOpened, isCurrent, text, patients?.[0]?.id])
  return { text, patients, isCurrent, isError }
}

/** Returns the best matches for `text`, or the newest patients if it is empty. */
function usePatientSearch(text: string, enabled: boolean) {
  const { data, isPlaceholderData, isError } = useQuery({
    ...callOptions(listPatients, { limit: 8, ...(text && { q: text }) }),
    enabled,
    placeholderData: keepPreviousData,
  })
  return { found: data?.data, isOfAnotherText: isPlaceholderData, isError }
}
