import type { ReactNode } from 'react'
import { TextLink } from './text-link.tsx'

/**
 * A text in which "contact support" is a link that opens a new tab, so that nothing typed is lost (D177). Content other
 * than text has its own links.
 */
export function SupportText({ children: text }: { children: ReactNode }) {
  const found = typeof text === 'string' && /\bcontact (support|us)\b/i.exec(text)
  if (!found) return typeof text === 'string' ? <span>{text}</span> : text
  const { 0: words, index, input } = found
  return (
    <>
      {input.slice(0, index)}
      <TextLink href="/contact" newTab>
        {words}
      </TextLink>
      {input.slice(index + words.length)}
    </>
  )
}
