import { CloseButton, Combobox, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { getPatient, listPatients, type Patient } from '#contract'
import { callOptions } from '../../api.ts'
import { PatientLine } from './patient-line.tsx'
import classes from './patient-picker.module.css'
import { nameOf } from './words.ts'

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
export function PatientPicker({
  label,
  filterPlaceholder,
  value,
  onChange,
  error,
  except,
}: PatientPickerProps) {
  const { picked, remember } = usePicked(value || null)
  const [typed, setTyped] = useState<string>()
  const text = typed?.trim() ?? ''
  const [searched] = useDebouncedValue(text, 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const search = usePatientSearch(searched, combobox.dropdownOpened)
  const patients = search.found?.filter(({ id }) => id !== except)
  const isCurrent = searched === text && !search.isOfAnotherText && patients !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: selects the first match again once other matches are shown
  useEffect(() => {
    if (combobox.dropdownOpened && isCurrent && text) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
  }, [combobox.dropdownOpened, isCurrent, text, patients?.[0]?.id])

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
  const clear = () => {
    setTyped(undefined)
    onChange(null)
  }
  const leave = () => {
    setTyped(undefined)
    combobox.closeDropdown()
  }
  const keepForm = (event: KeyboardEvent) => {
    // While matches are shown, Enter chooses one instead of submitting the form.
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
          {...(filterPlaceholder === undefined
            ? { label, description: picked && <PatientLine patient={picked} /> }
            : { 'aria-label': label, ...filterSize })}
          error={error}
          placeholder={filterPlaceholder ?? 'Name, date of birth, identifier or telephone'}
          dir="auto"
          maxLength={200}
          rightSection={value && <CloseButton size="sm" aria-label="Clear" onClick={clear} />}
          value={typed ?? (picked ? nameOf(picked) : '')}
          onChange={(event) => type(event.currentTarget.value)}
          // Typing replaces the current text.
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
                ? 'The search failed. Type again to retry.'
                : isCurrent
                  ? 'No patient found'
                  : 'Searching…'}
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
      <VisuallyHidden role="status">
        {combobox.dropdownOpened && isCurrent && text && announcement(patients)}
      </VisuallyHidden>
    </Combobox>
  )
}

const filterSize = { flex: { base: '1 1 100%', sm: '1 1 12rem' }, maw: { base: 'none', sm: '16rem' } }

/** The first match is selected without arrow keys, so screen readers would not announce it. */
function announcement(patients: Patient[]): string {
  const [first] = patients
  if (!first) return 'No patient found'
  return `${patients.length} found. Press Enter to choose ${nameOf(first)}.`
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

/** Returns the best matches for `text`, or the newest patients if it is empty. */
function usePatientSearch(text: string, enabled: boolean) {
  const { data, isPlaceholderData, isError } = useQuery({
    ...callOptions(listPatients, { limit: 8, ...(text && { q: text }) }),
    enabled,
    placeholderData: keepPreviousData,
  })
  return { found: data?.data, isOfAnotherText: isPlaceholderData, isError }
}
