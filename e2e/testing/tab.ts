// What a user does and sees on a page, in the words of the tests.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Client } from '#client'
import { arrive, assertAccessible, assertInOrder, focusOn } from './looks.ts'

type Within = Page | Locator

/** A page, and calls with the session of whoever is signed in on it. */
export interface Session {
  readonly page: Page
  readonly client: Client
}

/** Returns the locators and steps that tests share, on the page that the session has at that moment. */
export function tabOf(session: Session) {
  const the = (within?: Within) => within ?? session.page
  const keyboard = () => session.page.keyboard
  const button = (name: string, within?: Within) => the(within).getByRole('button', { name, exact: true })
  return {
    button,
    link: (name: string, within?: Within) => the(within).getByRole('link', { name, exact: true }),
    field: (label: string, within?: Within) => the(within).getByLabel(label, { exact: true }),
    row: (text: string, within?: Within) => the(within).getByRole('row').filter({ hasText: text }),
    option: (name: string | RegExp) => session.page.getByRole('option', { name }),
    dialog: (name?: string) => session.page.getByRole('dialog', name ? { name } : {}),
    /** Waits for a text. */
    see: (text: string | RegExp, within?: Within) => the(within).getByText(text).first().waitFor(),
    /** Waits until a text has gone. */
    gone: (text: string | RegExp, within?: Within) =>
      the(within).getByText(text).first().waitFor({ state: 'detached' }),
    seeHeading: (name: string | RegExp) => session.page.getByRole('heading', { name }).first().waitFor(),
    arrive: (path: string) => arrive(session.page, path),
    inOrder: (heading: string) => assertInOrder(session.page, heading),
    accessible: (part?: string) => assertAccessible(session.page, part),
    /** Waits until the focus is on what is called that. */
    focusOn: (name: string) => focusOn(session.page, name),
    /** Waits until the focus is on a heading, and no longer on a link of the same name that led there. */
    focusOnHeading: (name: string) =>
      session.page.getByRole('heading', { name, exact: true }).and(session.page.locator(':focus')).waitFor(),
    /** Waits until the focus is in what matches the selector. */
    focusIn: (selector: string) =>
      session.page.waitForFunction((selector) => document.activeElement?.matches(selector), selector),
    type: (text: string) => keyboard().type(text),
    async press(...keys: string[]) {
      for (const key of keys) await keyboard().press(key)
    },
    /** Chooses from the menu of a button. */
    async choose(menu: string, item: string) {
      await button(menu).click()
      await session.page.getByRole('menuitem', { name: item }).click()
    },
    /** Does the first thing of the command palette that is found by these letters. */
    async command(letters: string) {
      await keyboard().press('Control+k')
      await session.page.locator('[role=dialog] input:focus').waitFor()
      await keyboard().type(letters)
      await keyboard().press('Enter')
    },
    /** Follows a link away from unsaved input, and keeps editing. */
    async keepEditing(leave: () => Promise<unknown>) {
      await leave()
      const question = session.page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await question.waitFor({ state: 'detached' })
    },
    /** Downloads what a step starts. @returns the file's name and its path on this machine */
    async download(start: () => Promise<unknown>) {
      const [file] = await Promise.all([session.page.waitForEvent('download'), start()])
      return { name: file.suggestedFilename(), path: await file.path() }
    },
    /** Opens the PDF of a link, and asserts that it is one. */
    async assertPdf(link: Locator) {
      assert.equal(await link.getAttribute('target'), '_blank')
      const response = await session.page.request.get((await link.getAttribute('href'))!)
      assert.equal((await response.body()).subarray(0, 4).toString(), '%PDF')
      return response
    },
  }
}

export type Tab = Session & ReturnType<typeof tabOf>
