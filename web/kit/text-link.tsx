import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'

interface Props {
  href: string
  children: ReactNode
  /** Without underline until hovered, for lists of links; running text always shows the underline. */
  quiet?: boolean
  /** Opens beside this page, where leaving it would lose what was filled in. */
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
  // Another site, a mail program, a place on this page: nothing that the app's own routing answers.
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
