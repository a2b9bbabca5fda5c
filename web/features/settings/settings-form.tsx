import { Box, TextInput } from '@mantine/core'
import type { Settings } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { TimeZoneSelect } from './time-zone-select.tsx'
import { wordsOf } from './time-zones.ts'
import { useSettingsForm } from './use-settings-form.ts'

export function SettingsForm({ settings }: { settings: Settings }) {
  const { form, theirs } = useSettingsForm(settings)
  return (
    <Box maw="30rem">
      <OperationForm form={form} submit="Save">
        <TextInput
          label="Name"
          dir="auto"
          description={
            theirs.organisationName === undefined
              ? 'Shown at the top left and in invitations.'
              : `Someone else has just saved “${theirs.organisationName}”.`
          }
          {...form.field('organisationName')}
        />
        <TimeZoneSelect
          note={theirs.timeZone && `Someone else has just saved ${wordsOf(theirs.timeZone)}.`}
          {...form.field('timeZone')}
        />
      </OperationForm>
    </Box>
  )
}
