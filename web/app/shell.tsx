import { Box, Burger, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { missingAccess } from '#contract'
import { lazyPart } from '../components/lazy-part.tsx'
import { useAccess, useOpenedBy } from '../session.ts'
import { AccountMenu } from './account-menu.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { togglePalette } from './palette/open.ts'
import classes from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'

const NavigationDrawer = lazyPart(
  () => import('./navigation-drawer.tsx'),
  () => null,
)

const ServiceBar = lazyPart(() => import('./service-bar.tsx'))
const NoAccess = lazyPart(() => import('../components/no-access.tsx'))

/** The layout of signed-in pages: navigation on the left (a drawer on narrow screens), and the account at the top right. */
export default function Shell() {
  const [drawerUsed, setDrawerUsed] = useState(false)
  const [drawerOpen, drawer] = useDisclosure(false, { onOpen: () => setDrawerUsed(true) })
  const burger = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  const isService = useOpenedBy() !== null
  useShortcuts()
  // The navigation is drawn first. Meanwhile, the browser can do other things.
  const isDrawn = useDeferredValue(true, false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the drawer
  useEffect(drawer.close, [pathname])

  // A navigation does not call this: it moves the focus to the new page's heading.
  const close = () => {
    drawer.close()
    burger.current?.focus()
  }

  return (
    <div className={classes.shell}>
      <SkipLink />
      {isService && (
        <Suspense>
          <ServiceBar className={classes.bar} />
        </Suspense>
      )}
      <aside className={classes.side}>
        <NavigationLinks />
      </aside>
      {drawerUsed && (
        <Suspense>
          <NavigationDrawer opened={drawerOpen} onClose={close} />
        </Suspense>
      )}
      <header className={classes.header}>
        <Burger
          hiddenFrom="sm"
          ref={burger}
          opened={drawerOpen}
          onClick={drawer.open}
          size="sm"
          aria-label="Open navigation"
        />
        <SearchButton />
        <AccountMenu />
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        <Box maw="64rem" mx="auto">
          {isDrawn && <Page />}
        </Box>
      </main>
    </div>
  )
}

/** The page, unless the user has no access to it. */
function Page() {
  const access = useAccess()
  const needs = useMatches({ select: (matches) => matches.map(({ staticData }) => staticData.needs ?? {}) })
  const [missing] = needs.flatMap((needed) => missingAccess(access, needed) ?? [])
  return missing ? <NoAccess {...missing} /> : <Outlet />
}

/** The first tab stop, which skips the navigation. A button, so that the address does not change. */
function SkipLink() {
  return (
    <button
      type="button"
      className={classes.skip}
      onClick={() => document.getElementById('content')?.focus()}
    >
      Skip to the content
    </button>
  )
}

/** Opens the command palette and shows its shortcut. */
function SearchButton() {
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
