import { useEffect, useState } from 'react'
import { listAuditLog, type Settings, updateSettings } from '#contract'
import { notifyDone } from '../../components/notify.tsx'
import { useUnsaved } from '../../components/unsaved.ts'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { changedParts, inputOf, type Part, partOf, parts, type Values, valuesOf } from './settings-values.ts'

/**
 * A form of the settings that sends what was changed in it. Where others save meanwhile, the parts that were not
 * touched here follow; `theirs` holds what they saved in those that were.
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
      const typedSince = changedParts(values, sent as Values)
      adopt(
        answer,
        parts.filter((part) => !typedSince.includes(part)),
      )
      setTheirs({})
      notifyDone('The settings are saved')
    },
  })
  const values = form.values as Values
  useUnsaved(() => changedParts(values, seen.values).length > 0)

  function adopt(newer: Settings, following: readonly Part[]) {
    const newest = valuesOf(newer)
    for (const part of following) form.setValue(part, partOf(newest, part) as never)
    setSeen({ version: newer.version, values: newest })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only newer settings are a reason to follow them
  useEffect(() => {
    if (settings.version <= seen.version) return
    const newest = valuesOf(settings)
    const touched = changedParts(values, seen.values)
    const other = changedParts(newest, seen.values).filter((part) => touched.includes(part))
    const differing = changedParts(newest, values)
    setTheirs(
      Object.fromEntries(
        other.filter((part) => differing.includes(part)).map((part) => [part, partOf(newest, part)]),
      ),
    )
    adopt(
      settings,
      parts.filter((part) => !touched.includes(part)),
    )
  }, [settings])

  /** What somebody else has saved where something else is typed here, in a sentence. */
  const theirsIn = (part: Part, say = (value: unknown) => `“${value}”`): string | undefined => {
    if (!(part in theirs)) return undefined
    const value = theirs[part]
    return typeof value === 'string'
      ? `Someone else has just saved ${value ? say(value) : 'nothing here'}.`
      : 'Someone else has just changed these, too. Saving puts yours in their place.'
  }

  return { form, values, theirsIn }
}
export type SettingsFormState = ReturnType<typeof useSettingsForm>
