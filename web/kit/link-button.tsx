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
  className,
  ...rest
}: Props) {
  const look = classes(buttonClasses({ variant, size, wide }), 'gap-2', className)
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
    <Link {...rest} href={href} className={look}>
      {content}
    </Link>
  )
}
