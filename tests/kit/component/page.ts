import { type UserEvent, userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import type { Me } from '#contract/identity/people.ts'
import type { FakeServer } from '../../pages/fake-server.ts'
import type { WorkContext } from '../../pages/people.ts'
import { openServer, signIn } from '../../pages/sign-in.ts'
import type { RoleOptions, Words } from './finding.ts'
import { Locator, press } from './locator.ts'
import { loadPage, type LoadedPage, type PageWindow } from './page-load.ts'

export let server: FakeServer

let loaded: (LoadedPage & { user: UserEvent }) | null = null

function present() {
  if (!loaded) throw new Error('The test has not opened a page')
  return loaded
}

/** The page of the test: a new document at each opening, as in a browser. */
export const page = {
  get window(): PageWindow {
    return present().window
  },
  get user(): UserEvent {
    return present().user
  },
  /** Returns the text of the newest file that the page saved, once there is one. */
  async savedText(): Promise<string> {
    await expect.poll(() => present().saved.length).toBeGreaterThan(0)
    return present().saved.splice(0).at(-1)?.text() ?? ''
  },
  async goto(address: string): Promise<void> {
    const earlier = loaded
    await earlier?.close()
    const opened = loadPage(address, server, earlier?.window ?? null)
    // A browser lets people choose files of other types, too.
    const options = { delay: null, pointerEventsCheck: 0, applyAccept: false }
    const user = userEvent.setup({ document: opened.window.document, ...options })
    loaded = { ...opened, user }
  },
  goBack: () => page.window.history.back(),
  reload: () => page.goto(page.url()),
  url: () => page.window.location.href,
  keyboard: { press: (key: string) => press(page, key), type: (text: string) => page.user.keyboard(text) },
  getByRole: (role: string, options?: RoleOptions) => whole.getByRole(role, options),
  getByText: (words: Words, options?: { exact?: boolean }) => whole.getByText(words, options),
  getByLabel: (words: Words, options?: { exact?: boolean }) => whole.getByLabel(words, options),
  getByPlaceholder: (text: string) => whole.getByPlaceholder(text),
  locator: (selector: string) => whole.locator(selector),
}

const whole = new Locator(page, 'page', () => [page.window.document.documentElement])

/** Says who is signed in from the next opening on; null, as at first, is a visitor. */
export const as = (me: Me | null, context?: WorkContext) => signIn(server, me, context)

/** Takes what charts say about a missing layout out of the console: only a browser has one. */
function dropLayout(): void {
  const { mock } = vi.mocked(console.warn)
  const others = mock.calls.filter(([words]) => !/of chart should be greater than 0/.test(String(words)))
  mock.calls.splice(0, mock.calls.length, ...others)
}

/** Gives each test a server of its own, which no one has signed in to. */
export function begin(): void {
  server = openServer()
}

/** Leaves the page, and checks what the test did not. */
export async function end(): Promise<void> {
  if (loaded) server.endAt(loaded.window.location.pathname)
  await loaded?.close()
  loaded = null
  dropLayout()
  expect(server.faults(), 'between page and test').toEqual([])
}
