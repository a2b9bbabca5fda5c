import { Burger, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { AccountMenu } from './account-menu.tsx'
import { CommandPalette, SearchButton } from './command-palette.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import classes from './shell.module.css'
import { useShortcuts } from './shortcuts.tsx'
import { SkipLink } from './skip-link.tsx'

/** Navigation on the left (a drawer on narrow screens), the account at the top right, and the page. */
export function Shell() {
  const [drawerOpen, drawer] = useDisclosure()
  const burger = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  useShortcuts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever arrives at another page has left the drawer
  useEffect(drawer.close, [pathname])

  // After a navigation the focus belongs to the new page's heading instead.
  const close = () => {
    drawer.close()
    burger.current?.focus()
  }

  return (
    <div className={classes.shell}>
      <SkipLink />
      <aside className={classes.side}>
        <NavigationLinks />
      </aside>
      <Drawer
        opened={drawerOpen}
        onClose={close}
        size={272}
        padding={0}
        title="Navigation"
        classNames={{ header: classes.drawerHeader ?? '' }}
        hiddenFrom="sm"
        returnFocus={false}
      >
        <NavigationLinks />
      </Drawer>
      <header className={classes.header}>
        <Burger
          hiddenFrom="sm"
          ref={burger}
          opened={drawerOpen}
          onClick={drawer.open}
          size="sm"
          aria-label="Open the navigation"
        />
        <SearchButton />
        <AccountMenu />
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.column}>
          <Outlet />
        </div>
      </main>
      <CommandPalette />
    </div>
  )
}
