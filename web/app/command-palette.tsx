import '@mantine/spotlight/styles.layer.css'
import { Spotlight } from '@mantine/spotlight'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../session.ts'
import classes from './command-palette.module.css'
import { commands, navigation } from './navigation.ts'

export { spotlight } from '@mantine/spotlight'

/** Finds pages and the main actions by name. Its shortcut is that of the shell, which loads it. */
export default function CommandPalette() {
  const may = useMay()
  const navigate = useNavigate()
  const pages = navigation.map(({ group, entries }) => ({
    group,
    actions: entries
      .filter(({ needs }) => may(needs))
      .map(({ label, to, icon: Icon, keywords }) => ({
        id: to,
        label,
        keywords,
        leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
        onClick: () => void navigate({ to }),
      })),
  }))
  const actions = commands
    .filter(({ needs }) => may(needs))
    .map(({ label, to, dialog }) => ({
      id: label,
      label,
      leftSection: <IconPlus size={18} stroke={1.6} aria-hidden />,
      onClick: () => void navigate({ to, search: { dialog } }),
    }))

  return (
    <Spotlight
      shortcut={null}
      actions={[...pages, { group: 'Actions', actions }]}
      nothingFound="No results"
      scrollable
      centered={false}
      yOffset="14vh"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Commands' } }}
      classNames={{ action: classes.action ?? '', actionsGroup: classes.group ?? '' }}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: 'Go to a page or start an action',
        'aria-label': 'Go to a page or start an action',
      }}
    />
  )
}
