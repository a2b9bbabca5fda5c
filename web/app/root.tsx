import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { Outlet } from '@tanstack/react-router'
import { SignInAgain } from './sign-in-again.tsx'

/** Around every page, in the shell or before it. */
export function Root() {
  return (
    <ModalsProvider>
      <Outlet />
      <Notifications position="bottom-center" limit={3} />
      <SignInAgain />
    </ModalsProvider>
  )
}
