import { computeAccessibleDescription } from 'dom-accessibility-api'
import { isVisible, nameOf, plain, type Words } from './finding.ts'
import { isUsable, Locator, type Place, stateOf, until } from './locator.ts'

interface Looked {
  pass: boolean
  found: unknown
}

type Wanted = Words | readonly Words[]

const isText = (text: string, words: Words) => (words instanceof RegExp ? words.test(text) : text === plain(words))
const hasText = (text: string, words: Words) =>
  words instanceof RegExp ? words.test(text) : text.includes(plain(words))
const textOf = (element: Element) => plain(element.textContent)

function texts(all: Element[], wanted: Wanted, isMet: typeof isText, isWhole: boolean): Looked {
  const found = all.map(textOf)
  if (typeof wanted === 'string' || wanted instanceof RegExp)
    return { pass: found.length === 1 && isMet(found[0] ?? '', wanted), found }
  if (isWhole)
    return { pass: found.length === wanted.length && wanted.every((words, i) => isMet(found[i] ?? '', words)), found }
  let next = 0
  for (const text of found) if (next < wanted.length && isMet(text, wanted[next] ?? '')) next++
  return { pass: next === wanted.length, found }
}

function one(all: Element[], look: (element: Element) => unknown, test: (found: unknown) => boolean): Looked {
  const [element] = all
  if (!element || all.length > 1) return { pass: false, found: `${all.length} elements` }
  const found = look(element)
  return { pass: test(found), found }
}

const is = (all: Element[], test: (element: Element) => boolean) => one(all, test, (found) => found === true)
const words = (wanted: Words) => (found: unknown) => isText(plain(found as string | null), wanted)

/** What each expectation of a locator looks at. */
const looks = {
  toHaveCount: (all: Element[], count: number): Looked => ({ pass: all.length === count, found: all.map(textOf) }),
  toHaveText: (all: Element[], wanted: Wanted) => texts(all, wanted, isText, true),
  toContainText: (all: Element[], wanted: Wanted) => texts(all, wanted, hasText, false),
  toBeVisible: (all: Element[]) => is(all, isVisible),
  toBeHidden: (all: Element[]): Looked => ({ pass: !all.some(isVisible), found: all.map(textOf) }),
  toBeEmpty: (all: Element[]) => is(all, (element) => textOf(element) === ''),
  toBeFocused: (all: Element[]): Looked => {
    const focused = all[0]?.ownerDocument.activeElement
    return { pass: all.length === 1 && focused === all[0], found: focused?.outerHTML ?? null }
  },
  toBeEnabled: (all: Element[]) => is(all, isUsable),
  toBeDisabled: (all: Element[]) => is(all, (element) => !isUsable(element)),
  toBeChecked: (all: Element[]) => is(all, stateOf),
  toHaveValue: (all: Element[], value: Words) =>
    one(all, (element) => (element as HTMLInputElement).value, words(value)),
  toHaveAttribute: (all: Element[], name: string, value: Words = /^/) =>
    one(
      all,
      (element) => element.getAttribute(name),
      (found) => typeof found === 'string' && isText(found, value),
    ),
  toHaveAccessibleName: (all: Element[], name: Words) => one(all, nameOf, words(name)),
  toHaveAccessibleDescription: (all: Element[], description: Words) =>
    one(all, computeAccessibleDescription, words(description)),
}

type Looks = typeof looks
type Retried = {
  [Name in keyof Looks]: Looks[Name] extends (all: Element[], ...given: infer Given) => Looked
    ? (...given: Given) => Promise<void>
    : never
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends Retried {
    /** The address of the page, without its origin. */
    toHaveURL: (address: Words) => Promise<void>
  }
}

async function retry(place: Place, isNot: boolean | undefined, what: string, look: () => Looked) {
  const met = await until(place, () => (look().pass === Boolean(isNot) ? undefined : true))
  const { pass, found } = look()
  return {
    pass: met ? !isNot : pass,
    message: () => `${what}\nfound ${JSON.stringify(found, null, 1)}`,
  }
}

export const matchers = {
  ...Object.fromEntries(
    Object.entries(looks).map(([name, look]) => [
      name,
      function matcher(this: { isNot?: boolean }, locator: Locator, ...given: unknown[]) {
        const what = `${locator.words} ${this.isNot ? 'not ' : ''}${name} ${given.map((value) => JSON.stringify(value instanceof RegExp ? String(value) : value)).join(', ')}`
        return retry(locator.place, this.isNot, what, () =>
          (look as (...all: unknown[]) => Looked)(locator.all(), ...given),
        )
      },
    ]),
  ),
  toHaveURL(this: { isNot?: boolean }, page: Place, address: Words) {
    const look = () => {
      const { pathname, search, hash } = page.window.location
      const found = pathname + search + hash
      return { pass: isText(found, address), found }
    }
    return retry(page, this.isNot, `${this.isNot ? 'not ' : ''}at ${address}`, look)
  },
}
