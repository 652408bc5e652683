import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { buttonClasses, type ButtonSize, type ButtonVariant } from './button.tsx'
import { classes } from './classes.ts'

interface Props {
  href: string
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
  icon?: ReactNode
  /** Bypasses the app's routing with a full page load, for addresses that the server answers. */
  reload?: boolean
  /** Opens in a new tab. */
  newTab?: boolean
  /** Marks the screen that is open, in a row of links to several. */
  isCurrent?: boolean
  onClick?: () => void
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string
}

/** A link to another screen that looks like a button. */
export function LinkButton({
  href,
  children,
  variant,
  size,
  wide,
  icon,
  reload = false,
  newTab = false,
  isCurrent = false,
  className,
  ...rest
}: Props) {
  const look = classes(
    buttonClasses({ variant, size, wide }),
    'gap-2',
    isCurrent && 'border-primary! bg-soft! text-soft-text!',
    className,
  )
  const content = (
    <>
      {icon}
      <span>{children}</span>
    </>
  )
  if (reload || newTab) {
    const opens = newTab ? { target: '_blank', title: 'Opens a new tab' } : {}
    return (
      <a {...rest} {...opens} href={href} className={look}>
        {content}
      </a>
    )
  }
  return (
    <Link {...rest} href={href} aria-current={isCurrent ? 'page' : undefined} className={look}>
      {content}
    </Link>
  )
}
