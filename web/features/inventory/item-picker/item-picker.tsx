import { Combobox, InputBase, Loader, type TextInputProps, useCombobox } from '@mantine/core'
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Item } from '#contract'
import { formatQuantity } from '../../../components/amounts.ts'
import { errorText } from '../../../components/error-text.ts'
import { readGs1, type Scan } from './gs1.ts'
import { labelOf } from './item-match.ts'
import classes from './item-picker.module.css'
import { useItemSearch } from './use-item-search.ts'

interface ItemPickerProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> {
  value: Item | null
  /** Called with null as soon as the text differs from the chosen item. */
  onChange: (item: Item | null) => void
  /** Called with everything typed, so that text which names no item yet is not taken for a blank field. */
  onTyped?: (text: string) => void
  /** Called after Enter or a click: the item is chosen, and the focus can move on. */
  onPicked?: (item: Item) => void
  /** Called on Enter in free text that is not blank. */
  onEnter?: () => void
  /** Called if the scanned code has more than the item, such as its lot. */
  onScanned?: (scan: Scan) => void
  /** Called on Enter in a blank field. */
  onEmptyEnter?: () => void
  /** Offers to create an item if none matches. */
  onCreate?: (text: string) => void
  /**
   * The text, for a field that takes any text and wraps it. An item is then chosen from the list, or by its exact SKU or
   * GTIN, and stays chosen while its text is edited.
   */
  freeText?: string
}

type Field = HTMLInputElement | HTMLTextAreaElement

const create = 'create'
const textarea: object = { component: 'textarea', multiline: true, rows: 1 }

/**
 * Finds one item by part of its SKU or name, or by scanning its GTIN into the same field: digits and Enter choose it
 * immediately, however fast they come.
 */
export function ItemPicker(props: ItemPickerProps) {
  const { value, onChange, onTyped, onPicked, onEnter, onScanned, onEmptyEnter, onCreate, ...others } = props
  const { freeText, error, ...input } = others
  const isFree = freeText !== undefined
  const choice = useItemChoice(props)
  const { text, problem, finding, search, field, combobox } = choice
  const { press, leave, submit } = useItemKeys(props, choice)
  const nothing = search.isCurrent && search.candidates.length === 0
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      withinPortal
      width="max-content"
      position="bottom-start"
    >
      {/* A text with its item is edited like any other, so the arrow keys must not open the list. */}
      <Combobox.Target withKeyboardNavigation={!isFree || !value}>
        <InputBase
          ref={field as RefObject<HTMLInputElement>}
          {...(isFree && textarea)}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          placeholder="SKU, name, or scan"
          {...input}
          error={error ?? problem ?? (search.error && !isFree && errorText(search.error).title)}
          value={text}
          rightSection={finding && !isFree ? <Loader size={14} /> : undefined}
          onChange={(event: ChangeEvent<Field>) =>
            choice.type(event.currentTarget.value.replace(/[\r\n]+/g, ' '))
          }
          onFocus={(event: FocusEvent<Field>) => event.currentTarget.select()}
          onClick={() => !value && combobox.openDropdown()}
          onBlur={leave}
          onKeyDown={press}
        />
      </Combobox.Target>
      <Combobox.Dropdown
        className={classes.dropdown ?? ''}
        hidden={(search.candidates.length === 0 && (!nothing || isFree)) || (isFree && value !== null)}
      >
        <ItemOptions
          candidates={search.candidates}
          isNone={nothing}
          text={text.trim()}
          offersNew={!!onCreate}
        />
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** What the field contains: the chosen item, or text that names none yet. */
function useItemText({ value, onChange, onTyped, onPicked, onScanned, freeText }: ItemPickerProps) {
  const isFree = freeText !== undefined
  const [label, setText] = useState(value ? labelOf(value) : '')
  const text = freeText ?? label
  const [problem, setProblem] = useState<string>()
  const field = useRef<Field>(null)
  const toFirst = useRef(false)
  const isChanged = useRef(false)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const search = useItemSearch(value ? '' : text, combobox.dropdownOpened)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the item may be chosen or renamed elsewhere
  useEffect(() => {
    if (!value) return
    setText(labelOf(value))
    setProblem(undefined)
  }, [value?.id, value?.sku, value?.name])

  useEffect(() => {
    if (!toFirst.current || !search.isCurrent) return
    toFirst.current = false
    combobox.selectFirstOption()
  })

  const choose = (item: Item, moveOn: boolean, scan: Scan | null = null) => {
    setText(labelOf(item))
    setProblem(undefined)
    combobox.closeDropdown()
    if (!isFree) onTyped?.(labelOf(item))
    onChange(item)
    if (scan) onScanned?.(scan)
    if (moveOn) onPicked?.(item)
  }

  const type = (typed: string) => {
    isChanged.current = true
    setText(typed)
    setProblem(undefined)
    onTyped?.(typed)
    if (value && (!isFree || typed === '')) onChange(null)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  return { isFree, text, problem, setProblem, field, toFirst, isChanged, combobox, search, choose, type }
}

/** Adds the lookup of the item that the text names. */
function useItemChoice(props: ItemPickerProps) {
  const itemText = useItemText(props)
  const { isFree, setProblem, field, toFirst, combobox, search, choose } = itemText
  const [finding, setFinding] = useState(false)

  /** Chooses the item that the text names. With several candidates, shows them and keeps the focus. */
  const resolve = async (typed: string, moveOn: boolean) => {
    setFinding(true)
    try {
      const { item, isExact, candidates, scan } = await search.find(typed)
      // The user has typed on in the meantime.
      if (field.current && field.current.value !== typed) return
      if (item && (isExact || !isFree))
        return choose(item, moveOn && document.activeElement === field.current, scan)
      if (isFree) return
      setProblem(
        candidates.length > 0 ? 'Several items match: choose one' : `No item matches “${typed.trim()}”`,
      )
      if (!moveOn) return
      toFirst.current = candidates.length > 0
      combobox.openDropdown()
    } catch (failure) {
      if (!isFree) setProblem(errorText(failure).title)
    } finally {
      setFinding(false)
    }
  }
  return { ...itemText, finding, resolve }
}

/** What keys, leaving the field and choosing from the list do. */
function useItemKeys(props: ItemPickerProps, choice: ReturnType<typeof useItemChoice>) {
  const { value, onPicked, onEnter, onEmptyEnter, onCreate } = props
  const { isFree, text, finding, isChanged, combobox, search, choose, resolve } = choice

  const press = (event: KeyboardEvent<Field>) => {
    const typed = event.currentTarget.value
    if (event.key === 'Escape' && combobox.dropdownOpened) event.stopPropagation()
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    // The list itself chooses an option selected with the arrow keys.
    if (combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1) return
    event.preventDefault()
    if (typed.trim() === '') onEmptyEnter?.()
    // Leaving the field looks up its text, so the user can type on in the next one.
    else if (isFree) onEnter?.()
    else if (value) onPicked?.(value)
    else void resolve(typed, true)
  }

  const leave = () => {
    combobox.closeDropdown()
    if (!value && text.trim() && !finding && (isChanged.current || !isFree)) void resolve(text, false)
    isChanged.current = false
  }

  const submit = (picked: string) => {
    if (picked === create) {
      combobox.closeDropdown()
      onCreate?.(readGs1(text)?.gtin ?? text.trim())
      return
    }
    const item = search.candidates.find(({ id }) => id === picked)
    if (item) choose(item, true)
  }
  return { press, leave, submit }
}

interface ItemOptionsProps {
  candidates: Item[]
  /** Whether the search has found none. */
  isNone: boolean
  text: string
  /** Whether an item can be created. */
  offersNew: boolean
}

/** The items that match, and perhaps an offer to create one. */
function ItemOptions({ candidates, isNone, text, offersNew }: ItemOptionsProps) {
  return (
    <Combobox.Options aria-label="Items" mah={280} style={{ overflowY: 'auto' }}>
      {candidates.map((item) => (
        <ItemOption key={item.id} item={item} />
      ))}
      {isNone && (
        <Combobox.Option value="" disabled>
          {text ? 'No item matches' : 'No items yet'}
        </Combobox.Option>
      )}
      {isNone && offersNew && (
        <Combobox.Option value={create}>Create item{text && ` “${text}”`}…</Combobox.Option>
      )}
    </Combobox.Options>
  )
}

/** An item found by the search. */
function ItemOption({ item: { id, sku, name, unit, onHand } }: { item: Item }) {
  return (
    <Combobox.Option value={id} className={classes.option ?? ''}>
      <span className={classes.name}>
        <bdi className={classes.sku}>{sku}</bdi> <bdi>{name}</bdi>
      </span>
      <span className={classes.onHand}>
        {formatQuantity(onHand)} <bdi>{unit}</bdi>
      </span>
    </Combobox.Option>
  )
}
