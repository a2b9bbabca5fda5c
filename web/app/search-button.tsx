import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { openPalette } from './palette.ts'
import classes from './search-button.module.css'

/** Opens the palette and shows its shortcut. */
export function SearchButton() {
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl'
  return (
    <UnstyledButton className={classes.search ?? ''} onClick={openPalette}>
      <IconSearch size={16} aria-hidden />
      <Text component="span">Go to…</Text>
      <Kbd size="xs" className={classes.keys ?? ''} aria-hidden>
        {mod} K
      </Kbd>
    </UnstyledButton>
  )
}
