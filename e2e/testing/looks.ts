import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { seriousFindings } from './pages.ts'

/** Waits until a page is there, whatever it had to load. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** Each color scheme and each layout once. The test of all pages asks for all rules at a desk. */
const looks: Look[] = [
  ['dark', 360],
  ['light', 1440, ['color-contrast']],
]
/** The other way around, for the test of all pages. */
export const otherLooks: Look[] = [
  ['dark', 1440],
  ['light', 360],
]
/** All rules of axe-core, unless some are given. */
type Look = ['dark' | 'light', width: number, rules?: string[]]

/**
 * Looks at the page as it is, in light and dark, on a telephone and at a desk: it has one heading of the first level,
 * which names the tab too, does not scroll sideways, gives axe-core nothing serious to say, and its controls stand out.
 */
export async function assertInOrder(page: Page, heading: string, ways = looks): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  assert.deepEqual(await page.getByRole('heading', { level: 1 }).allTextContents(), [heading])
  assert.ok((await page.title()).endsWith(`${heading} · Aerie`), await page.title())
  await assertAccessible(page, 'body', ways)
}

/** Looks at a part of the page as it is, such as an open dialog, in light and dark, on a telephone and at a desk. */
export async function assertAccessible(page: Page, part = '[role=dialog]', ways = looks): Promise<void> {
  for (const [colorScheme, width, rules] of ways) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    const look = `${page.url()}, ${colorScheme}, ${width} px`
    // What floats is placed anew a moment after the width changes.
    await page
      .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
      .catch((cause) => assert.fail(`${look}: scrolls sideways. ${cause.message}`))
    assert.deepEqual(await seriousFindings(page, part, rules), [], look)
    assert.deepEqual(await page.evaluate(faintControls), [], look)
  }
}

/** Waits until the focus is on what is called that, by its label or its text. */
export async function focusOn(page: Page, name: string): Promise<void> {
  await page.waitForFunction((name) => {
    const element = document.activeElement
    return [element?.getAttribute('aria-label'), element?.textContent].includes(name)
  }, name)
}

/**
 * Lists the enabled controls whose border and background both have a contrast of less than 3:1 to what is around them
 * (WCAG 1.4.11), which axe-core does not check. Buttons without either are identified by their text. Runs in the browser.
 */
function faintControls(): string[] {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  type Color = [red: number, green: number, blue: number, alpha: number]
  const toColor = (css: string): Color => {
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = css
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data] as unknown as Color
  }
  const luminance = (color: Color) =>
    color.slice(0, 3).reduce((sum, value, n) => {
      const part = value / 255
      const linear = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      return sum + linear * [0.2126, 0.7152, 0.0722][n]!
    }, 0)
  const contrast = (one: Color, other: Color) => {
    const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (lighter! + 0.05) / (darker! + 0.05)
  }
  const isOpaque = (color: Color) => color[3] > 200
  const behind = (element: Element): Color => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const color = toColor(getComputedStyle(at).backgroundColor)
      if (isOpaque(color)) return color
    }
    return toColor(getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-body'))
  }
  /** The elements that show where a control is: itself, the track of a switch, the box or the cell of a grid around it. */
  const shown = (control: Element): Element[] => {
    const track = control.getAttribute('role') === 'switch' ? control.nextElementSibling : null
    const box = control.parentElement!.closest('.mantine-Input-input')
    return [track ?? box ?? control, ...(control.matches('input, textarea') ? [control.parentElement!] : [])]
  }
  const controls = document.querySelectorAll(
    'input, textarea, select, button, .mantine-SegmentedControl-indicator',
  )
  return [...controls].flatMap((control) => {
    if (control.matches(':disabled, [data-disabled], [type=file], [type=hidden], [aria-hidden=true]'))
      return []
    // Their background may only show that the pointer or the focus is there.
    if (control.matches('button:hover, [role=menuitem]')) return []
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert]')) return []
    // Radio buttons behind their labels, of which the chosen one has an indicator.
    if (control.clientWidth === 0) return []
    // Drawn by the browser.
    if (control.matches('[type=checkbox]') && getComputedStyle(control).appearance === 'auto') return []
    const colors = shown(control).flatMap((element) => {
      const style = getComputedStyle(element)
      const sides = ['Top', 'Bottom', 'Left', 'Right'] as const
      const borders = sides.flatMap((side) =>
        Number.parseFloat(style[`border${side}Width`]) > 0 ? [toColor(style[`border${side}Color`])] : [],
      )
      const outline = style.outlineStyle === 'none' ? [] : [toColor(style.outlineColor)]
      return [...borders, ...outline, toColor(style.backgroundColor)].filter(isOpaque)
    })
    const around = behind(shown(control)[0]!)
    const best = Math.max(0, ...colors.map((color) => contrast(color, around)))
    if (best >= 3 || (control.matches('button') && best < 1.05)) return []
    return [`${best.toFixed(2)}:1 ${control.outerHTML.slice(0, 200)}`]
  })
}
