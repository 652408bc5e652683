import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'

const writeDelayMs = 250

/**
 * A text that is kept in the query of the address, for a search field. It is written a little later than typed, since
 * browsers refuse pages that rewrite their address all the time, and at once when the field is left: the next step of
 * the history then follows what was seen. With each new text the value `restarts` goes, such as the page of a list.
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

/** A query with one value changed; an empty one is left out. */
export function withValue(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (value) changed.set(name, value)
  else changed.delete(name)
  return changed
}
