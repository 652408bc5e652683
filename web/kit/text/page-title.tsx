import { useEffect } from 'react'

/** Names the browser's tab; the last one that appeared counts. */
export function PageTitle({ text }: { text: string }) {
  useEffect(() => {
    document.title = text
  }, [text])
  return null
}
