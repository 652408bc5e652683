import { useId } from 'react'
import { classes } from '#web/kit/classes.ts'

/** The mark: a crescent with a voice in its hollow, in Luna's colors even within an organization's colors. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  const id = useId()
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={classes('shrink-0', className)}>
      <defs>
        <linearGradient id={id} x1="4" y1="2" x2="22" y2="30" gradientUnits="userSpaceOnUse">
          <stop className="[stop-color:var(--brand)]" />
          <stop offset="1" className="[stop-color:var(--brand-end)]" />
        </linearGradient>
      </defs>
      <path
        d="M23.8 6.2A13.5 13.5 0 1 0 23.8 25.8 10.5 10.5 0 1 1 23.8 6.2Z"
        fill={`url(#${id})`}
        transform="rotate(-14 16 16)"
      />
      <g className="stroke-brand-voice" strokeWidth="2.8" strokeLinecap="round">
        <path d="M16.6 14.2v3.6" />
        <path d="M21.6 11.2v9.6" />
        <path d="M26.6 14.2v3.6" />
      </g>
    </svg>
  )
}

/** Mark and name; `isShort` leaves the name out on the narrowest screens. */
export function Logo({ isShort }: { isShort?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark className="size-7" />
      <span
        className={classes('font-headline text-xl font-semibold tracking-[-0.02em]', isShort && 'max-[22.4rem]:hidden')}
      >
        Luna
      </span>
    </span>
  )
}

/** From crescent to full: the product's four steps and four packages grow like the moon. */
export type Phase = 1 | 2 | 3 | 4

const litPaths: Record<Phase, string> = {
  1: 'M12 2a10 10 0 0 1 0 20 11.6 11.6 0 0 0 0-20Z',
  2: 'M12 2a10 10 0 0 1 0 20Z',
  3: 'M12 2a10 10 0 0 1 0 20 6 10 0 0 1 0-20Z',
  4: 'M12 2a10 10 0 0 1 0 20 10 10 0 0 1 0-20Z',
}

/** A phase of the moon; decoration beside words. */
export function MoonPhase({ phase, className = 'size-6' }: { phase: Phase; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={classes('shrink-0', className)}>
      <circle cx="12" cy="12" r="10" className="fill-soft stroke-primary" strokeWidth="1" />
      <path d={litPaths[phase]} className="fill-primary" />
    </svg>
  )
}
