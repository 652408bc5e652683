/** A place in the browser for short texts. */
export interface TextStore {
  read: (name: string) => string | null
  write: (name: string, text: string) => void
  delete: (name: string) => void
  names: () => string[]
}

/** Texts for this tab, which outlive a reload. */
export const tabStore = createStore(() => sessionStorage)

/** Texts for this browser, which outlive a visit. */
export const browserStore = createStore(() => localStorage)

/**
 * Returns a store that keeps in memory what the browser refuses to keep, because storage is blocked or full: it then
 * lasts for the life of the page (D203). Even naming blocked storage throws, so `find` is called each time.
 */
function createStore(find: () => Storage): TextStore {
  const unstored = new Map<string, string>()
  function attempt<Result>(act: (storage: Storage) => Result): Result | null {
    try {
      return act(find())
    } catch {
      return null
    }
  }
  return {
    read: (name) => unstored.get(name) ?? attempt((storage) => storage.getItem(name)),
    write: (name, text) => {
      unstored.set(name, text)
      attempt((storage) => {
        storage.setItem(name, text)
        unstored.delete(name)
      })
    },
    delete: (name) => {
      unstored.delete(name)
      attempt((storage) => storage.removeItem(name))
    },
    names: () => [...new Set([...(attempt(Object.keys) ?? []), ...unstored.keys()])],
  }
}
