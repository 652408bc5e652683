import type { Me } from '#contract/identity/people.ts'
import { checkerNoise, expectAccessible } from '../kit/browser/accessible.ts'
import { expectKeyboardReach } from '../kit/browser/keyboard.ts'
import { expect, type FakeServer, type Page, test, type WorkContext } from '#tests/pages.ts'
import type { Provider } from '../pages/provider.ts'
import type { PathOf, Subject } from './screens.ts'

interface Given {
  page: Page
  server: FakeServer
  /** Changes who is signed in, from the next load on. */
  as: (me: Me | null, context?: WorkContext) => void
  provider?: Provider
}

/** One document: a screen, and what else it can show. */
interface Look {
  /** Where it differs from the path. */
  at?: string
  /** Who is signed in; a visitor otherwise. */
  me?: Me
  /** Gives the answers that the screen reads. */
  serve?: (given: Given) => unknown
  /** The same for a screen with a card form. */
  serveCard?: (server: FakeServer, provider: Provider) => unknown
  title: string | RegExp
  /** Waits for what comes after the heading. */
  ready?: (page: Page) => unknown
  /** What looks different enough for a look of its own, each reached from the one before it. */
  states?: Readonly<Record<string, (given: Given) => unknown>>
  /** The rows and decisions that it proves. */
  tag?: string[]
}

type Looks = Look | readonly Look[]

/**
 * Returns the tests of a subject's screens: each opens, can be walked by keyboard with a visible focus, and is
 * accessible in both themes, on a phone and wide, with large text and forced colors, without scrolling sideways or
 * moving.
 */
export function looksOf<S extends Subject>(_subject: S, screens: Readonly<Record<PathOf<S>, Looks>>) {
  // The apps of organizations have a worker, and none exists here.
  test.use({ expectedNoise: new RegExp(`${checkerNoise.source}|when fetching the script`) })
  return Object.entries<Looks>(screens)
    .flatMap(([path, looks]) => ('title' in looks ? [looks] : looks).map((look) => ({ at: path, ...look })))
    .map((look) => ({
      title: [look.at.slice(0, 45), ...Object.keys(look.states ?? {})].join(', ').slice(0, 90),
      details: { tag: ['@gate', ...(look.tag ?? [])] },
      judge: (given: Given) => judge(given, look),
    }))
}

async function judge(given: Given, look: Look & { at: string }): Promise<void> {
  const { page, server, as, provider } = given
  if (look.me) as(look.me)
  await look.serve?.(given)
  if (provider) await look.serveCard?.(server, provider)
  await page.goto(look.at)
  await expect(page.getByRole('heading', { level: 1, name: look.title })).toBeVisible()
  await look.ready?.(page)
  await expectKeyboardReach(page)
  await expectAccessible(page)
  for (const [state, reach] of Object.entries(look.states ?? {}))
    await test.step(state, async () => {
      await reach(given)
      await expectAccessible(page)
    })
}
