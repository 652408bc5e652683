import { askEarly } from '#web/client/early-answers.ts'
import { primeSound } from '#web/kit/sound/element.ts'
import { browserStore, tabStore } from '#web/kit/storage/text-store.ts'
import { typeWords } from '#web/screens/visitors/landing/typing.ts'

/**
 * The start of every document, small because visitors wait for nothing else: a page that the server rendered is already
 * readable, and loads the app when somebody first touches it (docs/decisions/0059-visitors-load-the-app-when-they-touch.md).
 */

/** Any of these says that somebody is there. A press from a screen reader may be nothing but a click. */
const signs = ['pointerdown', 'keydown', 'focusin', 'input', 'click', 'visibilitychange'] as const

/** Controls that were pressed before the app was there. Several presses of one are one, because people are impatient. */
const pressed = new Set<HTMLElement>()
/** The texts typed into fields before that. */
const typed = new Map<HTMLInputElement, string>()

let isStarted = false
let isBack = false

const root = document.getElementById('root')
if (!root?.dataset['page']) {
  // The app asks for these as soon as it runs, which on a slow line is seconds later.
  askEarly(['/api/auth/user', '/api/config'])
  void import('./main.tsx')
} else if (isExpected(root)) void import('./main.tsx')
else waitForSign(root)

/**
 * Returns whether the page has more to show than the server knew: a place or a search in the address, what this tab
 * keeps, an order that was not paid yet, a part that only scripts can show, or what somebody filled in before this ran.
 */
function isExpected(page: HTMLElement): boolean {
  if (location.search || location.hash || page.querySelector('[data-loading]')) return true
  if ([...page.querySelectorAll('input')].some(isFilled)) return true
  return tabStore.names().length > 0 || browserStore.read('luna-open-order') !== null
}

function isFilled({ type, value, defaultValue, checked, defaultChecked }: HTMLInputElement): boolean {
  return type === 'checkbox' || type === 'radio' ? checked !== defaultChecked : value !== defaultValue
}

function waitForSign(page: HTMLElement): void {
  for (const sign of signs) addEventListener(sign, note, true)
  showTheme(page)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const line of page.querySelectorAll<HTMLElement>('[data-typewriter]')) typeWords(line)
}

/** The server does not know which theme this browser has chosen. */
function showTheme(page: HTMLElement): void {
  const { theme } = document.documentElement.dataset
  const choice = theme && page.querySelector<HTMLInputElement>(`[type=radio][value=${theme}]`)
  if (choice) choice.checked = true
}

function note(event: Event): void {
  if (event.type === 'visibilitychange') {
    if (document.hidden) return
    isBack = true
  }
  if (event.type === 'click') keepPress(event)
  const field = event.target
  if (event.type === 'input' && field instanceof HTMLInputElement) typed.set(field, field.value)
  void start()
}

/** Keeps a press that means nothing without the app. Links, questions and the browser's own popups work without it. */
function keepPress(event: Event): void {
  const target = event.target instanceof Element && event.target.closest('button, label, input, a, summary')
  const control = target instanceof HTMLLabelElement ? target.control : target
  if (
    !(control instanceof HTMLElement) ||
    !control.matches('button:not([popovertarget]), [type=radio], [type=checkbox]')
  )
    return
  event.preventDefault()
  event.stopPropagation()
  primeSound()
  pressed.add(control)
}

/** Loads the app and hands over what happened before; a file that cannot be loaded is requested again with the next sign. */
async function start(): Promise<void> {
  if (isStarted) return
  isStarted = true
  try {
    const { firstScreenIsThere } = await import('./main.tsx')
    await firstScreenIsThere
  } catch {
    isStarted = false
    return
  }
  for (const sign of signs) removeEventListener(sign, note, true)
  // The app reads again who is signed in, as it does whenever somebody returns.
  if (isBack) dispatchEvent(new Event('visibilitychange'))
  for (const [field, text] of typed) retype(field, text)
  for (const control of pressed) control.click()
}

/** Types a text again. React notices only what differs from the value that it found. */
function retype(field: HTMLInputElement, text: string): void {
  field.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
