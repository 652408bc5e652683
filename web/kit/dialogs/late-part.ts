import { use, useEffect, useEffectEvent, useState } from 'react'
import { showToast } from './toast.ts'

/** Code that loads when somebody is about to need it, such as a menu. */
export interface LatePart<Part> {
  /** Returns the loaded code; null before. */
  now: () => Part | null
  /** Loads it; null where that fails, after which another call tries again. */
  load: () => Promise<Part | null>
  /** Loads it; rejects where that fails, also when it is called again. */
  wait: () => Promise<Part>
}

/** `find` returns the code where something else has loaded it. */
export function latePart<Part>(load: () => Promise<Part>, find?: () => Part | null): LatePart<Part> {
  let loaded: Part | null = null
  let loading: Promise<Part> | null = null
  const keep = (part: Part) => (loaded = part)
  const wait = () => (loading ??= load().then(keep))
  const startOver = () => (loading = null)
  return { now: () => loaded ?? find?.() ?? null, load: () => wait().catch(startOver), wait }
}

/** Returns the part, and suspends until it is loaded; throws where it cannot be. */
export function usePart<Part>({ now, wait }: LatePart<Part>): Part {
  return now() ?? use(wait())
}

/** Says that something could not be opened. */
export function showNotLoaded(): void {
  const description = 'Part of this page is missing. Please check your connection and try again.'
  showToast({ title: 'Loading Failed', description, tone: 'danger' })
}

/** Returns the part once it has been wanted and is loaded, and null before; where it cannot be loaded, a toast says so. */
export function useLatePart<Part>(part: LatePart<Part>, isWanted: boolean, onMissing: () => void): Part | null {
  const [loaded, setLoaded] = useState(() => (isWanted ? part.now() : null))
  const miss = useEffectEvent(() => {
    showNotLoaded()
    onMissing()
  })
  const isMissing = isWanted && loaded === null
  useEffect(() => {
    if (!isMissing) return
    let isLeft = false
    void part.load().then((found) => {
      if (isLeft) return
      if (found) setLoaded(() => found)
      else miss()
    })
    return () => {
      isLeft = true
    }
  }, [part, isMissing])
  return loaded
}

let isOpening = false

/**
 * Opens something with a part that loads for it; where that fails, a toast says so. While it loads, nothing else opens, so
 * that a second press does not open it twice. It does not open on another screen.
 */
export async function openWith<Part, Result>(
  part: LatePart<Part>,
  open: (part: Part) => Promise<Result>,
): Promise<Result | undefined> {
  const loaded = part.now()
  if (loaded) return open(loaded)
  if (isOpening) return undefined
  isOpening = true
  const { pathname } = location
  const found = await part.load()
  isOpening = false
  if (location.pathname !== pathname) return undefined
  if (found) return open(found)
  showNotLoaded()
}

/** Returns a function that opens something whose code loads then. */
export function opensLate<Given extends unknown[], Result>(load: () => Promise<(...given: Given) => Promise<Result>>) {
  const part = latePart(load)
  return (...given: Given) => openWith(part, (open) => open(...given))
}
