import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Spinner } from './spinner.tsx'

/** `night`: the secondary button on a night background. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'night'
/** 32, 36 and 44 px high; the first two grow to 44 px on touch screens. */
export type ButtonSize = 'dense' | 'default' | 'touch'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-primary-text hover:bg-primary-hover',
  secondary: 'border border-control-line bg-surface text-text hover:bg-hover',
  ghost: 'text-text hover:bg-hover',
  night: 'border border-night-muted text-night-text hover:bg-night-soft',
  danger: 'bg-danger-fill text-danger-fill-text hover:bg-danger-fill-hover',
}

const sizes: Record<ButtonSize, string> = {
  dense: 'h-8 px-3 text-sm pointer-coarse:h-11',
  default: 'h-9 px-4 pointer-coarse:h-11',
  touch: 'h-11 px-5 text-lg',
}

interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
  /** Lets a label that is too long for a phone wrap to a second line. */
  wraps?: boolean | undefined
}

/** Returns the classes of a button, for elements that only look like one, such as a link to another screen. */
export function buttonClasses({
  variant = 'primary',
  size = 'default',
  wide = false,
  wraps = false,
}: ButtonLook): string {
  return classes(
    'inline-flex shrink-0 select-none items-center justify-center rounded-control text-center font-medium',
    wraps ? 'h-auto! min-h-11 py-2 text-balance' : 'whitespace-nowrap',
    'large-text:h-auto large-text:min-h-11 large-text:shrink large-text:px-3 large-text:py-2 large-text:wrap-normal',
    'forced-colors:border',
    'transition-[background-color,border-color,color,transform,opacity] active:translate-y-px',
    'aria-disabled:cursor-default aria-disabled:active:translate-y-0',
    'disabled:cursor-default disabled:opacity-50 disabled:active:translate-y-0',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  )
}

interface Props extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  icon?: ReactNode
  /** While true the button shows a spinner and takes no press, but keeps its width and the focus. */
  pending?: boolean | undefined
  /** Verb shown while pending, such as "Saving…"; by default the label stays. */
  pendingText?: string | undefined
  className?: string | undefined
}

/** A button for an action on this screen; a link to another screen is a LinkButton. */
export function Button({
  variant,
  size,
  wide,
  wraps,
  icon,
  pending = false,
  pendingText,
  className,
  children,
  ...rest
}: Props) {
  // A disabled button would lose the focus, so a pending one only ignores presses.
  const swallow = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      type="button"
      {...rest}
      onClick={pending ? swallow : rest.onClick}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={classes(buttonClasses({ variant, size, wide, wraps }), className)}
    >
      <span className="inline-grid">
        <span className={classes(labelClasses, pending && 'invisible')}>
          {icon}
          {/* In an element of its own, so that it can change in a translated page (D203). */}
          {children && <span>{children}</span>}
        </span>
        <PendingLabel pending={pending} text={pendingText}>
          {children}
        </PendingLabel>
      </span>
    </button>
  )
}

const labelClasses = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'

interface PendingLabelProps {
  pending: boolean
  text: string | undefined
  children: ReactNode
}

/** Covers the label; before the press it only reserves its width, with a pseudo element that is not text. */
function PendingLabel({ pending, text, children }: PendingLabelProps) {
  if (!pending) {
    if (!text) return null
    return (
      <span
        aria-hidden
        data-label={text}
        className={classes(labelClasses, 'invisible pl-6 before:content-[attr(data-label)]')}
      />
    )
  }
  return (
    <span className={labelClasses}>
      <Spinner />
      {text ?? <span className="sr-only">{children}</span>}
    </span>
  )
}
