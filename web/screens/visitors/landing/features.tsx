import { useQuery } from '@tanstack/react-query'
import { BriefcaseBusiness, Headset, MessageSquareQuote } from 'lucide-react'
import { ChatArt, DialsArt, HoursArt, YesArt } from './feature-art.tsx'
import { Feature } from './feature.tsx'
import { LandingSection } from './section.tsx'
import { countText, savedTimeText } from '#contract/amounts.ts'
import { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { Typewriter } from '#web/kit/text/typewriter.tsx'

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
