import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { togglePalette } from './palette/open.ts'
import classes from './search-button.module.css'

/** Opens the command palette and shows its shortcut. */
export function SearchButton() {
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl'
  return (
    <UnstyledButton className={classes.search ?? ''} onClick={() => void togglePalette()}>
      <IconSearch size={16} aria-hidden />
      <Text component="span">Search…</Text>
      <Kbd size="xs" className={classes.keys ?? ''} aria-hidden>
        {mod} K
      </Kbd>
    </UnstyledButton>
  )
}
