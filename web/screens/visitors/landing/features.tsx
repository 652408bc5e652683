import { useQuery } from '@tanstack/react-query'
import { BriefcaseBusiness, Headset, MessageSquareQuote, Check } from 'lucide-react'
import { Feature, LandingSection } from './section.tsx'
import { countText, savedTimeText } from '#contract/amounts.ts'
import { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { Typewriter } from './typewriter.tsx'

const words = ['heard', 'read', 'seen', 'watched', 'understood']

/** Four features and three badges (S032, S033). */
export function LandingFeatures() {
  return (
    <LandingSection title={<Typewriter lead="Your ideas deserve to be" words={words} />} raised>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Feature title="Custom to you" art={<DialsArt />}>
          Every agent listens first. It works with your business, your words and your pace.
        </Feature>
        <Feature title="Your support" art={<ChatArt />}>
          Someone to think with before the meeting, after the call, and at two in the morning.
        </Feature>
        <Feature title="Hours saved" art={<HoursArt />}>
          People who talk things through get them done. <SavedSoFar />
        </Feature>
        <Feature title="Conversion focused" art={<YesArt />}>
          Messages, offers and follow-ups built to get a yes.
        </Feature>
      </ul>
      <Badges />
    </LandingSection>
  )
}

/** What people said, as soon as enough of them have; otherwise only how it is counted. */
function SavedSoFar() {
  const { data } = useQuery(query(hoursSaved))
  const how = <TextLink href={paths.howHoursCount()}>How hours are counted</TextLink>
  if (!data?.total) return how
  const { savedMinutes, answers } = data.total
  return (
    <>
      So far, <span>{countText(answers, 'answer')}</span> add up to <span>{savedTimeText(savedMinutes)}</span> saved.{' '}
      {how}
    </>
  )
}

const badges = [
  { Icon: BriefcaseBusiness, title: 'Business ready', text: 'Trained on proven business frameworks' },
  { Icon: MessageSquareQuote, title: 'Offload', text: 'Say it once, and stop carrying it around' },
  { Icon: Headset, title: '24/7/365', text: 'Always there, every day of the year' },
]

function Badges() {
  return (
    <ul className="mt-10 grid gap-x-8 gap-y-6 sm:grid-cols-3">
      {badges.map(({ Icon, title, text }) => (
        <li key={title} data-badge className="flex items-center gap-4">
          <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-primary text-primary-text">
            <Icon aria-hidden className="size-5" />
          </span>
          <p>
            <span className="text-lg font-semibold">{title}</span>
            <span className="block text-muted">{text}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

const card = 'rounded-card border border-line bg-surface shadow-raised'

/** Dials set to one person's liking. */
function DialsArt() {
  return (
    <div className={`w-full max-w-56 p-4 ${card}`}>
      {[
        ['Your offer', 'w-4/5'],
        ['Your words', 'w-3/5'],
        ['Your pace', 'w-2/5'],
      ].map(([name, width]) => (
        <div key={name} className="flex items-center gap-3 py-1">
          <span className="w-20 shrink-0">{name}</span>
          <span className="h-1.5 flex-1 rounded-full bg-line">
            <span className={`relative block h-full rounded-full bg-primary ${width}`}>
              <span className="absolute top-1/2 -right-1.5 size-3 -translate-y-1/2 rounded-full border-2 border-primary bg-surface" />
            </span>
          </span>
        </div>
      ))}
    </div>
  )
}

/** A conversation in the middle of the night. */
function ChatArt() {
  return (
    <div className="flex w-full max-w-56 flex-col gap-1.5">
      <span className="self-center text-xs text-muted tabular">2:07 AM</span>
      <span className="self-end rounded-card rounded-br-none bg-info-soft px-3 py-1.5">
        I can&apos;t stop thinking about Monday.
      </span>
      <span className={`self-start rounded-bl-none px-3 py-1.5 ${card}`}>Then let&apos;s sort it out now.</span>
    </div>
  )
}

/** Days that get shorter. */
function HoursArt() {
  return (
    <svg viewBox="0 0 224 112" className="w-full max-w-56">
      <path d="M8 96.5H216" className="stroke-control-line" strokeWidth="1" />
      {[84, 72, 75, 54, 40, 28].map((height, day) => (
        <rect
          key={height}
          x={16 + day * 34}
          y={96 - height}
          width="22"
          height={height}
          rx="4"
          className={day === 5 ? 'fill-accent' : 'fill-primary'}
          opacity={day === 5 ? 1 : 0.35 + day * 0.1}
        />
      ))}
      <path
        d="M27 8C70 20 118 14 150 38S182 54 197 60"
        className="fill-none stroke-link"
        strokeWidth="2"
        strokeDasharray="2 5"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** The answer everybody hopes for. */
function YesArt() {
  return (
    <div className={`flex w-full max-w-56 items-center gap-3 p-4 ${card}`}>
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-success-soft text-success">
        <Check className="size-5" />
      </span>
      <span>
        <span className="block font-semibold">&ldquo;Yes, send it over.&rdquo;</span>
        <span className="text-muted">Re: Your proposal</span>
      </span>
    </div>
  )
}
