import { LandingSection } from './section.tsx'
import { MoonPhase, type Phase } from '#web/screens/frame/brand/logo.tsx'

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
