import { Box, Stack, Switch, Text } from '@mantine/core'
import {
  getAccount,
  listApiKeys,
  listAuditLog,
  listEveryonesApiKeys,
  type SecuritySettings,
  updateSecuritySettings,
} from '#contract'
import { useCall } from '../../api.ts'
import { DecimalField } from '../../components/decimal-field.tsx'
import { TextLink } from '../../components/links.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { Section } from '../../components/page.tsx'
import { wholeNumber } from '../../components/typed-text.ts'

interface Values extends Record<string, unknown> {
  /** As typed. Blank means that keys may never expire. */
  maxKeyLifetimeDays: string
  maxSessionDays: string
  twoFactorRequired: boolean
  accessLog: boolean
}

export function SecurityForm({ settings }: { settings: SecuritySettings }) {
  const { maxKeyLifetimeDays, maxSessionDays, twoFactorRequired, accessLog, version } = settings
  const form = useOperationForm(updateSecuritySettings, {
    initial: {
      maxKeyLifetimeDays: String(maxKeyLifetimeDays ?? ''),
      maxSessionDays: String(maxSessionDays),
      twoFactorRequired,
      accessLog,
    },
    input: (values: Values) => ({
      maxKeyLifetimeDays:
        values.maxKeyLifetimeDays.trim() === '' ? null : wholeNumber(values.maxKeyLifetimeDays),
      maxSessionDays: wholeNumber(values.maxSessionDays),
      twoFactorRequired: values.twoFactorRequired,
      accessLog: values.accessLog,
      version,
    }),
    fieldOf: { two_factor_disabled: 'twoFactorRequired' },
    also: [listAuditLog, listApiKeys, listEveryonesApiKeys],
    onDone: () => notifyDone('Security settings saved'),
  })
  return (
    <Box maw="36rem">
      <OperationForm form={form} submit="Save">
        <Section title="API keys">
          <DecimalField
            label="Maximum key lifetime (days)"
            description="Existing keys that would live longer then expire at this limit, but none within 14 days. Their owners get an email. Raising the limit later lengthens none. Leave it empty to allow keys that never expire."
            inputMode="numeric"
            {...form.field('maxKeyLifetimeDays')}
          />
        </Section>
        <Section title="Sign-in">
          <Stack gap="md">
            <Switch
              label="Require two-factor authentication"
              description="Users who sign in with a password must set it up before anything else. API keys keep working. Users without a password are exempt: require it at the identity provider."
              {...form.field('twoFactorRequired', 'checkbox')}
            />
            <OwnTwoFactor wanted={form.values.twoFactorRequired as boolean} />
            <DecimalField
              label="Maximum session age (days)"
              description="Users sign in again after this time, however much they use Aerie. Older sessions end when you save. Sessions also end after 14 days without use."
              inputMode="numeric"
              {...form.field('maxSessionDays')}
            />
          </Stack>
        </Section>
        <Section title="Patients">
          <Switch
            label="Access log"
            description="Record which patients each call shows to whom. Admins see it on the page Access log. Turning it off keeps earlier entries."
            {...form.field('accessLog', 'checkbox')}
          />
        </Section>
      </OperationForm>
    </Box>
  )
}

/** Leads an admin who wants to require it to their own set-up. */
function OwnTwoFactor({ wanted }: { wanted: boolean }) {
  const { data: account } = useCall(getAccount)
  if (!wanted || !account?.hasPassword || account.twoFactor) return null
  return (
    <Text>
      You do not use it yourself yet.{' '}
      <TextLink to="/settings/account" search={{ dialog: 'two-factor' } as never} inherit underline="always">
        Turn it on for your account
      </TextLink>{' '}
      first.
    </Text>
  )
}
