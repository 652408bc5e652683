import fs from 'node:fs'
import vm from 'node:vm'
import { Window } from 'happy-dom'
import { inject } from 'vitest'
import type { FakeServer } from '../../pages/fake-server.ts'
import { replaceFetch, type SentCall } from '../../pages/replace-fetch.ts'
import { replaceUploads } from '../../pages/replace-uploads.ts'

/** Simulated, but typed as the app sees it. */
export type PageWindow = globalThis.Window & typeof globalThis & { happyDOM: { close: () => Promise<void> } }

const origin = 'http://luna.test'

/** What the app takes from Node, because the simulated ones do less. */
const ownOfNode = new Set(['Headers', 'Response', 'TextEncoder', 'TextDecoder', 'console'])

/** The scripts of a document, and the names that they find on its window. Compiled once per process. */
let scripts: { names: string[]; app: () => unknown; before: () => unknown } | null = null

function compile(window: object) {
  const code = fs.readFileSync(inject('app'), 'utf8')
  const used = new Set(code.match(/\b[A-Za-z]\w+\b/g))
  const names: string[] = ['window', 'self', 'globalThis', 'setImmediate']
  for (let level = window; level && level !== Object.prototype; level = Object.getPrototypeOf(level) as object)
    for (const name of Object.getOwnPropertyNames(level))
      if (used.has(name) && !ownOfNode.has(name) && !(name in language) && !names.includes(name)) names.push(name)
  const before = vm.compileFunction(
    `(${replaceFetch.toString()})();(${replaceUploads.toString()})()`,
    names,
  ) as () => unknown
  return { names, app: vm.compileFunction(code, names, { filename: 'app.js' }) as () => unknown, before }
}

/** The window of a document, and what ends the work of its scripts. */
export interface LoadedPage {
  window: PageWindow
  /** What it saved as files, in order. */
  saved: Blob[]
  close: () => Promise<void>
}

/** Names of the language itself, which are the same everywhere. */
const language = vm.runInNewContext(
  'Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((n) => [n, 1]))',
) as object

/** Loads the app at an address, in a new window that keeps what the tab kept of an earlier one. */
export function loadPage(address: string, server: FakeServer, earlier: PageWindow | null): LoadedPage {
  const window = new Window({
    url: new URL(address, origin).href,
    width: 1280,
    height: 720,
    console,
    settings: {
      device: { prefersReducedMotion: 'reduce' },
      navigation: {
        disableMainFrameNavigation: true,
        disableChildFrameNavigation: true,
        disableChildPageNavigation: true,
      },
    },
  }) as unknown as PageWindow
  for (const kind of ['localStorage', 'sessionStorage'] as const)
    for (const [name, value] of Object.entries(earlier?.[kind] ?? {})) window[kind].setItem(name, String(value))
  window.document.body.innerHTML = '<div id="root"></div>'
  let isOpen = true
  const { setTimeout: later, setInterval: repeatedly } = window
  // What a document has begun ends with it.
  Object.assign(window, {
    BASE_UI_ANIMATIONS_DISABLED: true,
    answerCall: async (sent: SentCall) => {
      const answer = await server.respond(sent)
      return isOpen ? answer : new Promise(() => undefined)
    },
    setImmediate: (act: () => void) => setImmediate(() => isOpen && act()),
    setTimeout: (...given: Parameters<typeof later>) => (isOpen ? later.apply(window, given) : 0),
    setInterval: (...given: Parameters<typeof later>) => (isOpen ? repeatedly.apply(window, given) : 0),
  })
  const saved: Blob[] = []
  window.URL.createObjectURL = (file: Blob | MediaSource) => `blob:${saved.push(file as Blob)}`
  const { click } = window.HTMLElement.prototype
  window.HTMLAnchorElement.prototype.click = function clickUnlessSaved(this: HTMLAnchorElement) {
    if (!this.download) click.call(this)
  }
  scripts ??= compile(window)
  const { names, before, app } = scripts
  const run = (script: () => unknown) => {
    const values = window as unknown as Record<string, unknown>
    Reflect.apply(
      script,
      undefined,
      names.map((name) => (name === 'globalThis' ? window : values[name])),
    )
  }
  run(before)
  run(app)
  return {
    window,
    saved,
    close: () => {
      isOpen = false
      return window.happyDOM.close()
    },
  }
}
