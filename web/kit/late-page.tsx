import { lazy, useState, type ComponentType } from 'react'

/** Imports a page's code. */
export type LoadPage = () => Promise<{ default: ComponentType }>

export interface LatePage {
  Page: ComponentType
  /** Fetches its code. If a file is missing, the page requests it again and shows what went wrong. */
  load: () => Promise<void>
}

/** Makes a page of code that is fetched when it is needed, and shown at once where that has already happened. */
export function latePage(loadPage: LoadPage): LatePage {
  let loaded: ComponentType | null = null
  const loadAndKeep = async () => {
    const module = await loadPage()
    loaded = module.default
    return module
  }
  const Later = lazy(loadAndKeep)
  // React keeps a fallback for at least 300 ms, so a page that is already loaded must not suspend.
  function Page() {
    const [Now] = useState(() => loaded)
    return Now ? <Now /> : <Later />
  }
  return { Page, load: async () => void (await loadAndKeep().catch(() => undefined)) }
}
