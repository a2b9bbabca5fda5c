// Separate because Mantine’s questions and notifications are large, so they are loaded on first use.
import { ModalsProvider } from '@mantine/modals'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

export { modals } from '@mantine/modals'
export { notifications } from '@mantine/notifications'

/** Questions and notifications over the page. */
export default function Overlays() {
  return (
    <ModalsProvider>
      <Notifications position="bottom-center" limit={3} />
    </ModalsProvider>
  )
}
