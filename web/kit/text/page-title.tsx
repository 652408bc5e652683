import { useEffect } from 'react'

/** Sets the title of the browser tab; the last one mounted wins. */
export function PageTitle({ text }: { text: string }) {
  useEffect(() => {
    document.title = text
  }, [text])
  return null
}
