import { useEffect, useState } from 'react'
import { listAuditLog, type Settings, updateSettings } from '#contract'
import { notifyDone } from '../../components/notify.tsx'
import { useUnsaved } from '../../components/unsaved.ts'
import { useOperationForm } from '../../components/use-operation-form.ts'

type Values = Pick<Settings, 'organisationName' | 'timeZone'>
const names = ['organisationName', 'timeZone'] as const

/**
 * A form of the settings that sends what was changed in it. Where others save meanwhile, the fields that were not
 * touched here follow; `theirs` holds what they saved in those that were.
 */
export function useSettingsForm(settings: Settings) {
  const [seen, setSeen] = useState(settings)
  const [theirs, setTheirs] = useState<Partial<Values>>({})
  const form = useOperationForm(updateSettings, {
    initial: valuesOf(settings),
    input: (values) => ({ ...changes(values, seen), version: seen.version }),
    also: [listAuditLog],
    asksBeforeLeaving: false,
    onDone: (answer) => {
      adopt(answer, names)
      setTheirs({})
      notifyDone('The settings are saved')
    },
  })
  useUnsaved(() => Object.keys(changes(form.values, seen)).length > 0)

  function adopt(newer: Settings, following: readonly (keyof Values)[]) {
    for (const name of following) form.setValue(name, newer[name])
    setSeen(newer)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only newer settings are a reason to follow them
  useEffect(() => {
    if (settings.version <= seen.version) return
    const touched = Object.keys(changes(form.values, seen))
    setTheirs(changes(pick(valuesOf(settings), touched), form.values))
    adopt(
      settings,
      names.filter((name) => !touched.includes(name)),
    )
  }, [settings])

  return { form, theirs }
}

const valuesOf = ({ organisationName, timeZone }: Settings): Values => ({ organisationName, timeZone })

/** What of `values` differs from `before`. */
const changes = (values: Partial<Values>, before: Values): Partial<Values> =>
  pick(
    values,
    names.filter((name) => values[name] !== before[name]),
  )

const pick = (values: Partial<Values>, wanted: readonly string[]): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => wanted.includes(name)))
