import { byLabel, byRole, byText, fits, isVisible, plain, type RoleOptions, type Words } from './finding.ts'
import type { PageWindow } from './page-load.ts'
import type { UserEvent } from '@testing-library/user-event'

/** Where locators look, and who acts on what they find. */
export interface Place {
  readonly window: PageWindow
  readonly user: UserEvent
}

interface Exactly {
  exact?: boolean
}

const patienceMs = 10_000

/** Tries again whenever the document changes, until `look` returns something else than undefined. */
export async function until<Result>(place: Place, look: () => Result | undefined): Promise<Result | undefined> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const result = look()
    if (result !== undefined || Date.now() > deadline) return result
    await nextChange(place.window)
  }
}

/** A change of the document, or a moment: values and the focus change without one. */
function nextChange(window: PageWindow): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => resolve(), 20)
  const observer = new window.MutationObserver(() => resolve())
  observer.observe(window.document, { childList: true, subtree: true, attributes: true, characterData: true })
  return promise.finally(() => {
    clearTimeout(timer)
    observer.disconnect()
  })
}

/** Finds elements as Playwright's locators do: each time it is used, and waiting for what an act needs. */
export class Locator {
  readonly place: Place
  readonly words: string
  readonly #find: () => Element[]

  constructor(place: Place, words: string, find: () => Element[]) {
    this.place = place
    this.words = words
    this.#find = find
  }

  all(): Element[] {
    return [...new Set(this.#find())]
  }

  #below(words: string, find: (root: ParentNode) => Iterable<Element>): Locator {
    return new Locator(this.place, `${this.words} ${words}`, () => this.all().flatMap((root) => [...find(root)]))
  }

  #kept(words: string, keep: (found: Element[]) => (Element | undefined)[]): Locator {
    const find = () => keep(this.all()).filter((element) => element !== undefined)
    return new Locator(this.place, `${this.words} ${words}`, find)
  }

  getByRole(role: string, options: RoleOptions = {}): Locator {
    return this.#below(`${role} ${options.name ?? ''}`, (root) => byRole(root, role, options))
  }

  getByText(words: Words, { exact }: Exactly = {}): Locator {
    return this.#below(`text ${words}`, (root) => byText(root, words, exact))
  }

  getByLabel(words: Words, { exact }: Exactly = {}): Locator {
    return this.#below(`label ${words}`, (root) => byLabel(root, words, exact))
  }

  getByPlaceholder(text: string): Locator {
    return this.locator(`[placeholder="${text}"]`)
  }

  locator(selector: string): Locator {
    return this.#below(selector, (root) => root.querySelectorAll(selector))
  }

  filter({ hasText, has, visible }: { hasText?: Words; has?: Locator; visible?: boolean }): Locator {
    return this.#kept(`with ${hasText ?? has?.words ?? 'visibility'}`, (found) =>
      found.filter(
        (element) =>
          (hasText === undefined || fits(plain(element.textContent), hasText)) &&
          (has === undefined || has.all().some((inner) => inner !== element && element.contains(inner))) &&
          (visible === undefined || isVisible(element) === visible),
      ),
    )
  }

  first(): Locator {
    return this.nth(0)
  }

  last(): Locator {
    return this.nth(-1)
  }

  nth(index: number): Locator {
    return this.#kept(`no. ${index}`, (found) => [found.at(index)])
  }

  count(): number {
    return this.all().length
  }

  /** Returns the one element, as soon as it is there. */
  async element(isReady: (element: HTMLElement) => boolean = () => true): Promise<HTMLElement> {
    const found = await until(this.place, () => {
      const all = this.all() as HTMLElement[]
      return all.length === 1 && all[0] && isReady(all[0]) ? all[0] : undefined
    })
    if (found) return found
    const all = this.all()
    const texts = all.map((element) => element.outerHTML.slice(0, 300)).join('\n')
    throw new Error(
      `${this.words}: found ${all.length}, not one that is ready\n${texts}\n${this.place.window.document.body.textContent}`,
    )
  }

  allInnerTexts(): string[] {
    return this.all().map(({ textContent }) => plain(textContent))
  }

  allTextContents(): string[] {
    return this.all().map(({ textContent }) => textContent)
  }

  async inputValue(): Promise<string> {
    return ((await this.element()) as HTMLInputElement).value
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.element()).getAttribute(name)
  }

  async click(): Promise<void> {
    await this.place.user.click(await this.element(isUsable))
  }

  async hover(): Promise<void> {
    await this.place.user.hover(await this.element(isVisible))
  }

  async focus(): Promise<void> {
    ;(await this.element()).focus()
  }

  async blur(): Promise<void> {
    ;(await this.element()).blur()
  }

  async clear(): Promise<void> {
    await this.fill('')
  }

  /** Replaces what a field holds, at once. */
  async fill(value: string): Promise<void> {
    const field = (await this.element(isUsable)) as HTMLInputElement
    const { window } = this.place
    field.focus()
    const { prototype } = field.tagName === 'TEXTAREA' ? window.HTMLTextAreaElement : window.HTMLInputElement
    // React has put a property of its own on the field.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new window.Event('input', { bubbles: true }))
  }

  /** Types key by key at the end of what is there. */
  async pressSequentially(text: string): Promise<void> {
    await this.focus()
    await this.place.user.keyboard(text.replaceAll(/[[{]/g, '$&$&'))
  }

  async press(key: string): Promise<void> {
    await this.focus()
    await press(this.place, key)
  }

  async check(): Promise<void> {
    if (!stateOf(await this.element(isUsable))) await this.click()
  }

  async uncheck(): Promise<void> {
    if (stateOf(await this.element(isUsable))) await this.click()
  }

  async setInputFiles(...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    const { File } = this.place.window
    const given = files.map(({ name, mimeType, buffer }) => new File([buffer as never], name, { type: mimeType }))
    await this.place.user.upload(await this.element(), given)
  }
}

/** Presses a key such as `Enter` or `Shift+Tab` where the focus is. */
export async function press({ user }: Place, key: string): Promise<void> {
  const keys = key.split('+')
  const last = keys.pop() ?? ''
  const held = keys.map((one) => `{${one}>}`).join('')
  const released = keys.map((one) => `{/${one}}`).join('')
  await user.keyboard(`${held}{${last === ' ' || last === 'Space' ? ' ' : last}}${released}`)
}

const isDisabled = (element: Element) =>
  element.hasAttribute('disabled') || element.getAttribute('aria-disabled') === 'true'

export const isUsable = (element: Element) => isVisible(element) && !isDisabled(element)

export const stateOf = (element: Element) =>
  element.getAttribute('aria-checked') === 'true' || (element as HTMLInputElement).checked
