import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'

interface Props {
  href: string
  children: ReactNode
  /** Shows the underline only on hover, for lists of links; running text always shows it. */
  quiet?: boolean
  /** Opens in a new tab, where leaving the page would lose input. */
  newTab?: boolean
  onClick?: () => void
  className?: string
}

/** A link in text or in a list of links. */
export function TextLink({ href, children, quiet = false, newTab = false, onClick, className }: Props) {
  const look = quiet
    ? 'text-muted hover:text-text hover:underline'
    : 'text-link underline decoration-1 underline-offset-2 hover:decoration-2'
  const allClasses = classes('rounded-[2px] transition-colors', look, className)
  if (newTab) {
    return (
      <a href={href} target="_blank" title="Opens a new tab" onClick={onClick} className={allClasses}>
        {children}
      </a>
    )
  }
  // Another site, a mail program or a place on this page is outside the app's routing.
  if (!href.startsWith('/')) {
    return (
      <a href={href} rel="noopener" onClick={onClick} className={allClasses}>
        {children}
      </a>
    )
  }
  return (
    <Link href={href} onClick={onClick} className={allClasses}>
      {children}
    </Link>
  )
}

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
