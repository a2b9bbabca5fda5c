import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { Outlet } from '@tanstack/react-router'
import { ConfirmationDialog } from './confirmation-dialog.tsx'
import { useLeaveForTwoFactor } from './leave-for-two-factor.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** Wraps every page, inside and outside the shell. */
export function Root() {
  useLeaveForTwoFactor()
  return (
    <ModalsProvider>
      <Outlet />
      <Notifications position="bottom-center" limit={3} />
      <ConfirmationDialog />
      <SignInAgain />
    </ModalsProvider>
  )
}
