import { useEffect, useState } from 'react'
import { listAuditLog, type Settings, updateSettings } from '#contract'
import { notifyDone } from '../../components/notify.tsx'
import { useOperationForm } from '../../components/operation-form.tsx'
import { useUnsaved } from '../../components/unsaved.ts'
import { changedParts, inputOf, type Part, partOf, parts, type Values, valuesOf } from './settings-values.ts'

/**
 * A settings form that sends only what was changed. When someone else saves meanwhile, the parts not edited here are
 * updated, and `theirsIn` describes the other change to the edited ones. `unsaved` are the parts that differ from the saved
 * settings.
 */
export function useSettingsForm(settings: Settings) {
  const [seen, setSeen] = useState(() => ({ version: settings.version, values: valuesOf(settings) }))
  const [theirs, setTheirs] = useState<Partial<Record<Part, unknown>>>({})
  const form = useOperationForm(updateSettings, {
    initial: seen.values,
    input: (values) => ({ ...inputOf(values, changedParts(values, seen.values)), version: seen.version }),
    also: [listAuditLog],
    asksBeforeLeaving: false,
    onDone: (answer, sent) => {
      adopt(answer, changedParts(values, sent as Values))
      setTheirs({})
      notifyDone('Settings saved')
    },
  })
  const values = form.values as Values
  const unsaved = changedParts(values, seen.values)
  useUnsaved(() => unsaved.length > 0)

  /** Takes over newer settings, except in the parts that are edited here. */
  function adopt(newer: Settings, edited: readonly Part[]) {
    const newest = valuesOf(newer)
    for (const part of parts) if (!edited.includes(part)) form.setValue(part, partOf(newest, part) as never)
    setSeen({ version: newer.version, values: newest })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only newer settings matter
  useEffect(() => {
    if (settings.version <= seen.version) return
    const newest = valuesOf(settings)
    const edited = changedParts(values, seen.values)
    const differing = changedParts(newest, values)
    const both = changedParts(newest, seen.values).filter(
      (part) => edited.includes(part) && differing.includes(part),
    )
    setTheirs(Object.fromEntries(both.map((part) => [part, partOf(newest, part)])))
    adopt(settings, edited)
  }, [settings])

  /** Returns a sentence about someone else's change to a part that is also edited here. */
  const theirsIn = (part: Part, format = (value: unknown) => `“${value}”`): string | undefined => {
    if (!(part in theirs)) return undefined
    const value = theirs[part]
    return typeof value === 'string'
      ? `Someone else has just ${value ? `changed this to ${format(value)}` : 'cleared this'}.`
      : 'Someone else has just changed these too. Saving replaces their changes.'
  }

  const discard = () => {
    for (const part of unsaved) form.setValue(part, partOf(seen.values, part) as never)
    form.clearErrors()
    setTheirs({})
  }

  return { form, values, theirsIn, unsaved, discard }
}
export type SettingsFormState = ReturnType<typeof useSettingsForm>
