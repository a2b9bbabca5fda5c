import { Avatar, Box, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconKey, IconKeyboard, IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { signOut } from '#contract'
import { useAction } from '../api.ts'
import { Caption } from '../components/caption.tsx'
import { notifyFailed } from '../components/notify.tsx'
import { leaveForSignIn, useMe, useOpenedBy } from '../session.ts'
import classes from './account-menu.module.css'
import { showShortcuts } from './shortcuts.ts'

const themes = { light: 'Light', dark: 'Dark', auto: 'System' } as const

/** The signed-in user, their role, and links to their account. */
export function AccountMenu() {
  const me = useMe()
  const isService = useOpenedBy() !== null
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <UnstyledButton className={classes.account ?? ''}>
          <Avatar size={30} radius="xl" className={classes.avatar ?? ''}>
            <IconUser size={18} stroke={1.6} aria-hidden />
          </Avatar>
          <VisuallyHidden>Account of</VisuallyHidden>
          <Text component="span" truncate className={classes.name ?? ''}>
            {me.name}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Box px={12} py={8}>
          <Text fw={600} truncate>
            {me.name}
          </Text>
          <Caption truncate>{me.email}</Caption>
          <Caption tt="capitalize">{me.role}</Caption>
        </Box>
        <Menu.Divider />
        {!isService && (
          <Menu.Item component={Link} to="/settings/account" leftSection={<IconUserCircle size={16} />}>
            Your account
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/settings/api-keys" leftSection={<IconKey size={16} />}>
          API keys
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={showShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as keyof typeof themes)}
        >
          {Object.entries(themes).map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useSignOut(): () => void {
  const { mutate } = useAction(signOut, { onDone: leaveForSignIn })
  return () => mutate(undefined, { onError: (error) => notifyFailed('You are still signed in', error) })
}
