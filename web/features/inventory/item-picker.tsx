import { Combobox, Loader, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Item } from '#contract'
import { errorText } from '../../components/error-text.ts'
import scrolling from '../../components/select-options.module.css'
import { readGs1, type Scan } from './gs1.ts'
import { labelOf } from './item-match.ts'
import { ItemOption } from './item-option.tsx'
import classes from './item-picker.module.css'
import { useItemSearch } from './use-item-search.ts'

interface ItemPickerProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> {
  value: Item | null
  /** Null as soon as the text is not that of the chosen item any more. */
  onChange: (item: Item | null) => void
  /** Told of everything typed, so that a text that is no item yet is not taken for nothing. */
  onTyped?: (text: string) => void
  /** After Enter or a click: the item is chosen, and the focus may go on. */
  onPicked?: (item: Item) => void
  /** The code that was scanned says more than which item it is. */
  onScanned?: (scan: Scan) => void
  /** Enter in a field that is empty. */
  onEmptyEnter?: () => void
  /** Offers to make an item where nothing has that name. */
  onMake?: (text: string) => void
}

const make = 'make'

/**
 * One item, by typing part of its SKU or name, or by scanning its GTIN into the same field: digits and Enter pick it
 * at once, however fast they come.
 */
export function ItemPicker(props: ItemPickerProps) {
  const { value, onChange, onTyped, onPicked, onScanned, onEmptyEnter, onMake, error, ...input } = props
  const [text, setText] = useState(value ? labelOf(value) : '')
  const [problem, setProblem] = useState<string>()
  const [finding, setFinding] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const toFirst = useRef(false)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const search = useItemSearch(value ? '' : text, combobox.dropdownOpened)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the item may be chosen, or be renamed, elsewhere
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

  const choose = (item: Item, goOn: boolean, scan: Scan | null = null) => {
    setText(labelOf(item))
    setProblem(undefined)
    combobox.closeDropdown()
    onTyped?.(labelOf(item))
    onChange(item)
    if (scan) onScanned?.(scan)
    if (goOn) onPicked?.(item)
  }

  const type = (typed: string) => {
    setText(typed)
    setProblem(undefined)
    onTyped?.(typed)
    if (value) onChange(null)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }

  /** Chooses what the text names. Where it may mean several, they are shown; the focus stays. */
  const resolve = async (typed: string, goOn: boolean) => {
    setFinding(true)
    try {
      const { item, candidates, scan } = await search.find(typed)
      // Whoever typed on meanwhile means something else by now.
      if (field.current && field.current.value !== typed) return
      if (item) return choose(item, goOn && document.activeElement === field.current, scan)
      setProblem(
        candidates.length > 0 ? 'Several items match: choose one' : `No item matches “${typed.trim()}”`,
      )
      if (!goOn) return
      toFirst.current = candidates.length > 0
      combobox.openDropdown()
    } catch (failure) {
      setProblem(errorText(failure).title)
    } finally {
      setFinding(false)
    }
  }

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value
    if (event.key === 'Escape' && combobox.dropdownOpened) event.stopPropagation()
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    // One that was gone to with the arrows is chosen by the list itself.
    if (combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1) return
    event.preventDefault()
    if (value) onPicked?.(value)
    else if (typed.trim() === '') onEmptyEnter?.()
    else void resolve(typed, true)
  }

  const leave = () => {
    combobox.closeDropdown()
    if (!value && text.trim() && !finding) void resolve(text, false)
  }

  const submit = (picked: string) => {
    if (picked === make) {
      combobox.closeDropdown()
      onMake?.(readGs1(text)?.gtin ?? text.trim())
      return
    }
    const item = search.candidates.find(({ id }) => id === picked)
    if (item) choose(item, true)
  }

  const nothing = search.isCurrent && search.candidates.length === 0
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      withinPortal
      width="max-content"
      position="bottom-start"
    >
      <Combobox.Target>
        <TextInput
          ref={field}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          placeholder="SKU, name, or scan"
          {...input}
          error={error ?? problem ?? (search.error && errorText(search.error).title)}
          value={text}
          rightSection={finding ? <Loader size={14} /> : undefined}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => !value && combobox.openDropdown()}
          onBlur={leave}
          onKeyDown={press}
        />
      </Combobox.Target>
      <Combobox.Dropdown
        className={classes.dropdown ?? ''}
        hidden={search.candidates.length === 0 && !nothing}
      >
        <Combobox.Options aria-label="Items" className={scrolling.options ?? ''}>
          {search.candidates.map((item) => (
            <ItemOption key={item.id} item={item} />
          ))}
          {nothing && (
            <Combobox.Option value="" disabled>
              {text.trim() ? 'No item matches' : 'There are no items yet'}
            </Combobox.Option>
          )}
          {nothing && onMake && (
            <Combobox.Option value={make}>
              Make a new item{text.trim() && ` “${text.trim()}”`}…
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
