import type { Me } from '#contract/identity/people.ts'
import { checkerNoise, expectAccessible } from '../kit/browser/accessible.ts'
import { expectKeyboardReach } from '../kit/browser/keyboard.ts'
import { adminMe, as, expect, type FakeServer, page, server, test } from '#tests/pages.ts'
import type { Provider } from '../pages/provider.ts'
import { pictureFolder, takePictures } from './pictures.ts'
import type { PathOf, Subject } from './screens.ts'

type Role = Parameters<typeof page.getByRole>[0]
/** An element by its role and name, or by its text; what is pressed is a button unless it has another role. */
type Wanted = string | RegExp | readonly [role: Role, name?: string | RegExp]

/** How a state is reached from the one before: an opened page, then something that is pressed. */
interface Step {
  me?: Me
  serve?: () => unknown
  /** Where it opens; the page before, if only its answers differ. */
  at?: string
  /** What is typed into fields, by their labels. */
  fill?: Readonly<Record<string, string>>
  press?: Wanted
  shows: Wanted
}

/** One document: a screen, and what else it can show. */
interface Look {
  /** Where it differs from the path. */
  at?: string
  /** Who is signed in; otherwise an admin in the panel, and a visitor elsewhere. */
  me?: Me | null
  /** Gives the answers that the screen reads. */
  serve?: () => unknown
  /** The same for a screen with a card form. */
  serveCard?: (server: FakeServer, provider: Provider) => unknown
  /** Where its heading matters. */
  title?: string
  /** Waits for what comes after the heading. */
  ready?: () => unknown
  /** What looks different enough for a look of its own, each reached from the one before it. */
  states?: Readonly<Record<string, Step | (() => unknown)>>
  /** The rows and decisions that it proves. */
  tag?: string[]
}

type Looks = Look | readonly Look[]
type Judge = (() => Promise<void>) | ((given: { provider: Provider }) => Promise<void>)

/**
 * Returns the tests of a subject's screens: each opens, can be walked by keyboard with a visible focus, and is
 * accessible in both themes, on a phone and wide, with large text and forced colors, without scrolling sideways or
 * moving.
 */
export function looksOf<S extends Subject>(subject: S, screens: Readonly<Record<PathOf<S>, Looks>>) {
  // The apps of organizations have a worker, and none exists here.
  test.use({ expectedNoise: new RegExp(`${checkerNoise.source}|when fetching the script`) })
  return Object.entries<Looks>(screens)
    .flatMap(([path, looks]) =>
      [looks].flat().map((look: Look) => ({ subject, at: path, me: subject === 'admin' ? adminMe : null, ...look })),
    )
    .map((look): [title: string, details: { tag: string[] }, judge: Judge] => [
      [look.at.slice(0, 45), ...Object.keys(look.states ?? {})].join(', ').slice(0, 90),
      { tag: ['@gate', ...(look.tag ?? [])] },
      look.serveCard ? ({ provider }: { provider: Provider }) => judge(look, provider) : () => judge(look),
    ])
}

/** With LUNA_PICTURES, it is only pictured. */
async function judge(look: Look & { at: string; subject: Subject }, provider?: Provider): Promise<void> {
  if (look.me) as(look.me)
  await look.serve?.()
  if (provider) await look.serveCard?.(server, provider)
  await page.goto(look.at)
  await expect(page.getByRole('heading', { level: 1, name: look.title ?? /./ })).toBeVisible()
  await look.ready?.()
  // What still arrives would move the page under the walk.
  await expect(page.locator('[data-loading], [aria-busy=true], [data-app-foot]:empty')).toHaveCount(0)
  if (!pictureFolder) await expectKeyboardReach(page)
  await examine()
  for (const [state, step] of Object.entries(look.states ?? {}))
    await test.step(state, async () => {
      await (typeof step === 'function' ? step() : take(step))
      await examine(state)
    })

  function examine(state?: string): Promise<void> {
    return pictureFolder ? takePictures(page, look.subject, look.at, state) : expectAccessible(page)
  }
}

async function take({ me, serve, at, fill = {}, press, shows }: Step): Promise<void> {
  if (me) as(me)
  await serve?.()
  if (at || me || serve) await page.goto(at ?? page.url())
  for (const [label, text] of Object.entries(fill)) await page.getByLabel(label, { exact: true }).fill(text)
  if (press) await (Array.isArray(press) ? find(press) : page.getByRole('button', { name: press as string })).click()
  await expect(find(shows)).toBeVisible()
}

function find(wanted: Wanted) {
  if (typeof wanted === 'string' || wanted instanceof RegExp) return page.getByText(wanted)
  const [role, name] = wanted
  return page.getByRole(role, name === undefined ? {} : { name })
}
