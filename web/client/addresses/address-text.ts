import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'

const writeDelayMs = 250

/**
 * Keeps a text, such as that of a search field, in the query of the address. It is written shortly after typing,
 * because browsers limit how often a page may rewrite its address, and at once on blur, so that the next step of the
 * history follows what was seen. Each new text removes the value `restarts`, such as the page of a list.
 */
export function useAddressText(
  name: string,
  { restarts }: { restarts?: string } = {},
): [text: string, setText: (text: string) => void] {
  const [search, setSearch] = useSearchParams()
  const written = search.get(name) ?? ''
  const [text, setText] = useState(written)
  const [known, setKnown] = useState(written)
  if (written !== known) {
    setKnown(written)
    setText(written)
  }
  useEffect(() => {
    if (text === written) return
    const change = (old: URLSearchParams) => {
      const changed = withValue(old, name, text)
      return restarts ? withValue(changed, restarts, '') : changed
    }
    const write = () => setSearch(change, { replace: true })
    const timer = setTimeout(write, writeDelayMs)
    document.addEventListener('focusout', write)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusout', write)
    }
  }, [name, restarts, text, written, setSearch])
  return [text, setText]
}

/** Returns a query with one value changed; an empty value is left out. */
export function withValue(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (value) changed.set(name, value)
  else changed.delete(name)
  return changed
}
