import type { ReactNode } from 'react'
import { classes } from '#web/kit/classes.ts'
import { MoonPhase, type Phase } from '#web/screens/frame/brand/logo.tsx'

interface Props {
  /** The target of links on the page. */
  id?: string
  title: ReactNode
  lead?: ReactNode
  /** Whether the band has the surface color, to set it apart from its neighbors. */
  raised?: boolean
  children: ReactNode
}

/** A band of the landing page under its own heading. */
export function LandingSection({ id, title, lead, raised = false, children }: Props) {
  return (
    <section id={id} className={classes(raised && 'border-y border-line bg-surface')}>
      <div className="mx-auto w-full max-w-page px-4 py-16 sm:px-6 sm:py-20">
        <h2 className="max-w-4xl text-3xl font-semibold tracking-[-0.02em] sm:text-4xl">{title}</h2>
        {lead && <p className="mt-4 max-w-prose text-lg text-muted">{lead}</p>}
        <div className="mt-10 sm:mt-12">{children}</div>
      </div>
    </section>
  )
}

interface BandProps {
  id?: string
  title: ReactNode
  lead: ReactNode
  /** The ways on. */
  children: ReactNode
}

/** A band of night over the horizon, with one invitation. */
export function NightBand({ id, title, lead, children }: BandProps) {
  return (
    <section id={id} className="night starry relative isolate overflow-hidden">
      <img
        src="/landing/horizon.svg"
        alt=""
        width={1600}
        height={400}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 -z-10 size-full object-cover object-[74%_100%]"
      />
      <div className="mx-auto w-full max-w-page px-4 pt-16 pb-44 sm:px-6 sm:pt-24 sm:pb-28">
        <h2 className="max-w-3xl text-3xl font-semibold tracking-[-0.02em] sm:text-4xl">{title}</h2>
        <p className="mt-4 max-w-prose text-lg text-night-muted">{lead}</p>
        <div className="mt-8 flex flex-wrap gap-3">{children}</div>
      </div>
    </section>
  )
}

/** One selling point of the product, with a picture. */
export function Feature({ title, art, children }: { title: string; art: ReactNode; children: ReactNode }) {
  return (
    <li data-feature className="flex flex-col overflow-hidden rounded-card border border-line bg-bg">
      <div aria-hidden className="flex h-40 items-center justify-center bg-soft px-6 text-sm select-none">
        {art}
      </div>
      <div className="border-t border-line p-5">
        <h3 className="text-xl font-semibold">{title}</h3>
        <p className="mt-1 text-lg text-muted">{children}</p>
      </div>
    </li>
  )
}

export interface MoonStep {
  phase: Phase
  title: string
  text: string
}

/** A sequence of steps, shown as phases of the moon. */
export function MoonSteps({ title: heading, steps }: { title: string; steps: readonly MoonStep[] }) {
  return (
    <LandingSection title={heading}>
      <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ phase, title, text }) => (
          <li key={title} className="group relative max-lg:flex max-lg:gap-5">
            <span
              aria-hidden
              className="absolute top-7 left-20 hidden h-px w-[calc(100%-4rem)] bg-line group-last:hidden lg:block"
            />
            <MoonPhase phase={phase} className="size-14" />
            <div className="min-w-0">
              <h3 className="text-xl font-semibold lg:mt-6">{title}</h3>
              <p className="mt-1 max-w-64 text-lg text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}
