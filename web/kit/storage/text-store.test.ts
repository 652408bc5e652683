import { afterEach, expect, it, vi } from 'vitest'
import { browserStore, tabStore } from './text-store.ts'

const full = () => {
  throw new DOMException('', 'QuotaExceededError')
}

/** Storage as `Object.keys` and its methods see it. */
const storageWith = (methods: object, texts = {}) =>
  Object.assign(Object.create({ getItem: () => null, removeItem: () => undefined, ...methods }) as Storage, texts)

afterEach(() => void vi.unstubAllGlobals())

it('blocked storage is replaced for the life of the page', { tags: ['D203'] }, () => {
  for (const [kind, store] of Object.entries({ sessionStorage: tabStore, localStorage: browserStore })) {
    vi.stubGlobal(kind, undefined)
    Object.defineProperty(globalThis, kind, {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
    expect(store.read('luna-a')).toBeNull()
    store.write('luna-a', 'one')
    expect(store.read('luna-a')).toBe('one')
    expect(store.names()).toEqual(['luna-a'])
    store.delete('luna-a')
    expect([store.read('luna-a'), store.names()]).toEqual([null, []])
  }
})

it('a full storage keeps its old text, and the page shows the new one', { tags: ['D203'] }, () => {
  const kept = { 'luna-b': 'old' }
  vi.stubGlobal('localStorage', storageWith({ getItem: () => kept['luna-b'], setItem: full }, kept))
  expect(browserStore.read('luna-b')).toBe('old')
  browserStore.write('luna-b', 'new')
  expect(browserStore.read('luna-b')).toBe('new')
  expect(browserStore.names()).toEqual(['luna-b'])
  const setItem = (name: string, text: string) => void Object.assign(kept, { [name]: text })
  vi.stubGlobal('localStorage', storageWith({ setItem }))
  browserStore.write('luna-b', 'newest')
  expect([kept['luna-b'], browserStore.read('luna-b')]).toEqual(['newest', null])
})
