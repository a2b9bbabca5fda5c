import { Combobox, Loader, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { getSettings, searchRecords } from '#contract'
import { callOptions, useCall } from '../../api.ts'
import { useMay } from '../../session.ts'
import classes from './command-palette.module.css'
import { type Entry, pagesAndActions, recordsAndActions } from './entries.ts'

const label = 'Search records, pages and actions'

/** Finds records, pages and actions by name. Enter opens the first line, once it matches the whole text. */
export function CommandPalette({ onDone }: { onDone: () => void }) {
  const may = useMay()
  const { data: settings } = useCall(getSettings)
  const { history } = useRouter()
  const [text, setText] = useState('')
  const query = text.trim()
  const records = useRecords(query)
  /** The key of the line to open once the lines match the text, or empty for the first. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const combobox = useCombobox({ opened: true })
  const local = pagesAndActions(query, settings?.uses, may)
  const groups = [...local, ...recordsAndActions(records.found, may)].filter(({ entries }) => entries.length)
  const entries = groups.flatMap(({ entries }) => entries)
  const canOpen = records.areCurrent || local.some(({ entries }) => entries.length > 0)

  const open = ({ path }: Entry) => {
    history.push(path)
    onDone()
  }
  const first = entries[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: selects the first line again once there is another
  useEffect(() => {
    if (query) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
  }, [query, first?.key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens it as soon as the lines match the text
  useEffect(() => {
    if (awaited !== null && records.areCurrent && first)
      open(entries.find(({ key }) => key === awaited) ?? first)
  }, [awaited, records.areCurrent])

  const type = (typed: string) => {
    setText(typed)
    setAwaited(null)
  }
  const submit = (key: string) => {
    const entry = entries.find((entry) => entry.key === key)
    if (entry && canOpen) open(entry)
  }
  const press = ({ key }: KeyboardEvent) => {
    const selected = combobox.getSelectedOptionIndex()
    if (key === 'Enter' && !canOpen) setAwaited((selected > 0 && entries[selected]?.key) || '')
    // The dialog leaves it to the list, which never closes.
    if (key === 'Escape') onDone()
  }

  return (
    <Combobox store={combobox} onOptionSubmit={submit}>
      <Combobox.EventsTarget autoComplete="off">
        <TextInput
          data-autofocus
          variant="unstyled"
          size="lg"
          className={classes.search ?? ''}
          aria-label={label}
          placeholder={label}
          maxLength={200}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={records.areCurrent ? null : <Loader size="xs" aria-hidden />}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options ?? ''} aria-label={label} aria-busy={!records.areCurrent}>
        {groups.map(({ label, entries }) => (
          <Combobox.Group key={label} label={label}>
            {entries.map((entry) => (
              <Line key={entry.key} entry={entry} />
            ))}
          </Combobox.Group>
        ))}
        {entries.length === 0 && (
          <Combobox.Empty>
            {records.haveFailed
              ? 'The search failed. Type again to retry.'
              : records.areCurrent
                ? 'No results'
                : 'Searching…'}
          </Combobox.Empty>
        )}
      </Combobox.Options>
      <VisuallyHidden role="status">
        {query && records.areCurrent && `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </VisuallyHidden>
    </Combobox>
  )
}

/** Searches while the user types. */
function useRecords(query: string) {
  const isAllowed = useMay()(searchRecords)
  const [q] = useDebouncedValue(query, 100)
  const { data, isError, isPending, isPlaceholderData } = useQuery({
    ...callOptions(searchRecords, { q, limit: 12 }),
    enabled: q !== '' && isAllowed,
    placeholderData: keepPreviousData,
  })
  const isLoaded = q === '' || isError || !(isPending || isPlaceholderData)
  return {
    found: query === '' || isError ? [] : (data?.data ?? []),
    areCurrent: query === '' || !isAllowed || (q === query && isLoaded),
    haveFailed: isError,
  }
}

function Line({ entry: { key, label, note, kind, icon: Icon } }: { entry: Entry }) {
  return (
    <Combobox.Option value={key} className={classes.line ?? ''}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <Text component="bdi" truncate className={classes.label ?? ''}>
        {label}
      </Text>
      {note && (
        <Text component="bdi" size="sm" truncate className={classes.note ?? ''}>
          {note}
        </Text>
      )}
      {kind && (
        <Text component="span" size="xs" className={classes.kind ?? ''}>
          {kind}
        </Text>
      )}
    </Combobox.Option>
  )
}
