import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { TextLink } from '../../components/links.tsx'

/** Says, after one was used, how many recovery codes are left. It stays until it is closed. */
export function notifyCodesLeft(left: number): void {
  const codes = left === 1 ? 'One recovery code is' : `${left || 'No'} recovery codes are`
  notifications.show({
    autoClose: false,
    withBorder: true,
    message: (
      <Text>
        You signed in with a recovery code, which is used up. {codes} left.{' '}
        <TextLink to="/settings/account" underline="always">
          Your account
        </TextLink>
      </Text>
    ),
  })
}
