import { useQuery } from '@tanstack/react-query'
import { Check, Play } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { countText, savedTimeText } from '#contract/amounts.ts'
import { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { query } from '#web/client/api.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { primeSound } from '#web/kit/sound/element.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useHearingParts } from './hearing/use-hearing.ts'
import type { Hearing } from './hearing/what-is-heard.ts'
import { LandingPicture } from './picture.tsx'

const promises = ['Unlock every public agent', 'Use voice', 'No contracts', 'Cancel anytime', '24/7 availability']

/** The first screenful: what Luna is, for whom, and the two ways in (S003, S004, S030). */
export function LandingHero({ hoursSavedText }: { hoursSavedText: string }) {
  const parts = useHearingParts()
  const [hearing, setHearing] = useState<Hearing | null>(null)
  const [isWanted, setWanted] = useState(false)
  const wantEarly = () => {
    primeSound()
    setWanted(true)
  }
  return (
    <section className="night starry relative isolate overflow-hidden">
      <div className="mx-auto grid w-full max-w-page grid-cols-1 items-start gap-x-12 gap-y-14 px-4 pt-14 pb-12 sm:px-6 sm:pt-20 lg:grid-cols-[1.1fr_1fr] lg:pt-24 lg:pb-16">
        {/* Not centered by the grid: on a slow line the picture arrives later and would move the words. */}
        <div className="min-w-0 lg:mt-17">
          <p className="font-medium text-link">Learn. Understand. Navigate. Apply.</p>
          <h1 className="mt-4 text-4xl font-semibold tracking-[-0.03em] sm:text-5xl">Talk it through. Get it done.</h1>
          <p className="mt-6 max-w-prose text-lg text-night-muted sm:text-xl">
            Luna is your all-in-one implementation engine for clients, teams, brands and growth. Speak live with AI
            agents trained on business, personal-development and growth frameworks.
          </p>
          <div className="mt-9 flex flex-wrap gap-3">
            <LinkButton href={paths.register()} size="touch" className="max-sm:w-full">
              Start as an Individual
            </LinkButton>
            <LinkButton href={paths.organizationInfo()} size="touch" variant="night" className="max-sm:w-full">
              For Organizations
            </LinkButton>
          </div>
          <HearButton hearing={hearing} isWanted={isWanted} onEarlyPress={wantEarly} />
          {parts && <parts.Conversation isWanted={isWanted} onChange={setHearing} />}
        </div>
        <LandingPicture heard={hearing?.picture ?? null} />
        <ul className="grid grid-cols-1 gap-x-8 gap-y-3 border-t border-night-soft pt-8 text-night-muted min-[26rem]:grid-cols-2 md:grid-cols-3 lg:col-span-2">
          {promises.map((promise) => (
            <Listed key={promise}>{promise}</Listed>
          ))}
          <Listed>
            <SavedHours text={hoursSavedText} />
          </Listed>
        </ul>
      </div>
    </section>
  )
}

/** The time that people said they saved, with how it is counted; the configured words until enough of them have (D157). */
function SavedHours({ text }: { text: string }) {
  const total = useQuery(query(hoursSaved)).data?.total
  if (!total) return <span className="inline-block first-letter:uppercase">{text}</span>
  return (
    <TextLink href={paths.howHoursCount()}>
      {`${savedTimeText(total.savedMinutes)} saved so far, in ${countText(total.answers, 'answer')}`}
    </TextLink>
  )
}

function Listed({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-link" />
      <span>{children}</span>
    </li>
  )
}

interface Props {
  hearing: Hearing | null
  /** Is called for presses that come before it is known what can be heard. */
  onEarlyPress: () => void
  isWanted: boolean
}

/** Plays a conversation of about 20 seconds; the picture beside it shows who speaks and the words (D175). */
function HearButton({ hearing, onEarlyPress, isWanted }: Props) {
  const state = hearing?.state ?? (isWanted ? 'waiting' : 'idle')
  const isOn = state === 'playing' || state === 'waiting'
  return (
    <div className="mt-6">
      <button
        type="button"
        onClick={hearing?.press ?? onEarlyPress}
        // Its place is kept, so that nothing moves where there is nothing to hear.
        disabled={hearing?.isMissing}
        aria-describedby="hear-note"
        className="flex min-h-11 items-center gap-3 rounded-full pr-4 text-left font-medium disabled:invisible"
      >
        <span className="relative flex size-11 shrink-0 items-center justify-center rounded-full bg-night-soft text-night-text">
          {hearing?.ring ?? <Play aria-hidden className="size-4 translate-x-px fill-current" />}
        </span>
        <span>{isOn ? 'Pause the conversation' : 'Hear a conversation'}</span>
      </button>
      <p id="hear-note" role="status" className="-mt-2 pl-14 text-sm text-night-muted">
        {noteOf(hearing)}
      </p>
    </div>
  )
}

function noteOf(hearing: Hearing | null): string {
  if (hearing?.isMissing) return ''
  if (hearing?.state === 'failed') return 'The sound did not load. Please try again.'
  return 'About 20 seconds, no account needed'
}
