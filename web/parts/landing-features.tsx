import { BriefcaseBusiness, Headset, HeartHandshake, MessageSquareQuote, Target, Timer, Wand } from 'lucide-react'
import { LandingSection } from './landing-section.tsx'
import { MoonPhase, type Phase } from './logo.tsx'
import { Typewriter } from './typewriter.tsx'

const steps: readonly { phase: Phase; title: string; text: string }[] = [
  { phase: 1, title: 'Learn', text: 'Choose an agent that knows your subject, and ask out loud.' },
  { phase: 2, title: 'Understand', text: 'Interrupt, ask again, and have it explained your way.' },
  { phase: 3, title: 'Navigate', text: 'Turn the answer into a plan that fits your week.' },
  { phase: 4, title: 'Apply', text: 'Leave with words, numbers and next steps you can use today.' },
]

/** The four words of the tagline as four phases of the moon. */
export function LandingSteps() {
  return (
    <section aria-label="How it works" className="border-y border-line bg-surface">
      <ol className="mx-auto grid w-full max-w-page gap-x-8 gap-y-8 px-4 py-10 sm:grid-cols-2 sm:px-6 lg:grid-cols-4">
        {steps.map(({ phase, title, text }) => (
          <li key={title} className="flex gap-4">
            <MoonPhase phase={phase} className="size-9" />
            <div>
              <p className="text-lg font-semibold">{title}</p>
              <p className="mt-0.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const words = ['heard', 'read', 'seen', 'watched', 'understood']

/** Four features and three badges (S032, S033). */
export function LandingFeatures({ hoursSavedText }: { hoursSavedText: string }) {
  const features = [
    {
      Icon: Wand,
      title: 'Custom to you',
      text: 'Every agent listens first. It works with your business, your words and your pace.',
    },
    {
      Icon: HeartHandshake,
      title: 'Your support',
      text: 'Someone to think with before the meeting, after the call, and at two in the morning.',
    },
    {
      Icon: Timer,
      title: 'Hours saved',
      text: `People who talk things through get them done: ${hoursSavedText}.`,
    },
    {
      Icon: Target,
      title: 'Conversion focused',
      text: 'Messages, offers and follow-ups that are made to get a yes.',
    },
  ]
  return (
    <LandingSection title={<Typewriter lead="Your ideas deserve to be" words={words} />}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {features.map(({ Icon, title, text }) => (
          <li key={title} data-feature className="rounded-card border border-line bg-surface p-5 shadow-raised">
            <span className="flex size-10 items-center justify-center rounded-control bg-soft text-soft-text">
              <Icon aria-hidden className="size-5" />
            </span>
            <h3 className="mt-4 text-lg font-semibold">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <Badges />
    </LandingSection>
  )
}

const badges = [
  { Icon: BriefcaseBusiness, title: 'Business ready', text: 'Trained on frameworks that businesses use' },
  { Icon: MessageSquareQuote, title: 'Offload', text: 'Say it once, and stop carrying it around' },
  { Icon: Headset, title: '24/7/365', text: 'Always there, on every day of the year' },
]

function Badges() {
  return (
    <ul className="mt-4 grid gap-4 sm:grid-cols-3">
      {badges.map(({ Icon, title, text }) => (
        <li key={title} data-badge className="flex items-center gap-3 rounded-card bg-sunken px-5 py-4">
          <Icon aria-hidden className="size-5 shrink-0 text-link" />
          <p>
            <span className="font-semibold">{title}</span>
            <span className="block text-sm text-muted">{text}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
