import {
  type ActionIconProps,
  type AnchorProps,
  type ButtonProps,
  type CSSVariablesResolver,
  createTheme,
  type DrawerProps,
  type InputWrapperProps,
  type MantineThemeComponent,
  type MenuProps,
  type ModalProps,
  type SkeletonProps,
  type TextProps,
  type TooltipProps,
} from '@mantine/core'
import { BusyButton } from '../components/busy-button.tsx'
import { accent, dark, gray, red } from './colors.ts'

/** Defaults for a component by its name. Its `extend` would load each of them on every page. */
const component = <Props>(
  defaultProps: Partial<Props>,
  styles?: MantineThemeComponent['styles'],
): MantineThemeComponent => ({ defaultProps, ...(styles && { styles }) })

/** The list itself scrolls, not a frame around it, which screen readers would take for a region of its own. */
const withScrollingOptions = component(
  { withScrollArea: false },
  { options: { maxHeight: 280, overflowY: 'auto' } },
)

export const theme = createTheme({
  colors: { accent, gray, dark, red },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  black: gray[9],
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: component<ActionIconProps>({ variant: 'subtle', color: 'gray' }),
    Anchor: component<AnchorProps>({ underline: 'hover' }),
    Autocomplete: withScrollingOptions,
    // Secondary, except for the primary action, which is `filled`.
    Button: component<ButtonProps & { component: typeof BusyButton }>(
      { variant: 'default', component: BusyButton },
      { label: { fontWeight: 500 } },
    ),
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Drawer: component<DrawerProps>({ overlayProps: { backgroundOpacity: 0.35 } }),
    // A dialog's header must not be a banner landmark.
    DrawerHeader: { defaultProps: { component: 'div' } },
    ModalHeader: { defaultProps: { component: 'div' } },
    InputWrapper: component<InputWrapperProps>({
      inputWrapperOrder: ['label', 'input', 'error', 'description'],
    }),
    Menu: component<MenuProps>({
      shadow: 'md',
      transitionProps: { duration: 80 },
      withInitialFocusPlaceholder: false,
    }),
    Modal: component<ModalProps>(
      {
        centered: true,
        transitionProps: { duration: 120 },
        overlayProps: { backgroundOpacity: 0.35 },
      },
      { title: { fontWeight: 600, overflowWrap: 'anywhere' } },
    ),
    Select: withScrollingOptions,
    Skeleton: component<SkeletonProps>({ radius: 'sm' }),
    Text: component<TextProps>({ size: 'sm' }),
    Tooltip: component<TooltipProps>({ openDelay: 300, withArrow: false }),
  },
})

/** Colors that meet WCAG AA, unlike Mantine's own. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-error': red[6],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-default-border': gray[3],
    '--aerie-surface': gray[0],
    '--aerie-hairline': gray[2],
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-error': red[4],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-default-border': dark[4],
    // Lighter than the button, because Mantine's darker one has too little contrast to the page.
    '--mantine-color-accent-filled-hover': '#556ed9',
    '--aerie-surface': dark[8],
    '--aerie-hairline': dark[5],
  },
})
