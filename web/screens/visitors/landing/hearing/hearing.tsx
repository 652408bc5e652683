import { useEffect } from 'react'
import { pauseSound } from '#web/kit/sound/element.ts'
import { PlayRing } from '#web/kit/sound/play-ring.tsx'
import { type Playing, playSound } from '#web/kit/sound/player.ts'
import { useSound } from '#web/kit/sound/use-sound.ts'
import { Greeting } from '#web/screens/agents/greeting.tsx'
import { pictureId } from '../picture.tsx'
import { HeardRays, HeardTime, HeardWords } from './heard.tsx'
import { heroKey, heroOf, useSamples } from './samples.ts'
import type { HeardPicture, Hearing } from './what-is-heard.ts'

interface Props {
  /** Whether the button was pressed before this was there. */
  isWanted: boolean
  onChange: (hearing: Hearing) => void
}

/** Drives the button and the picture of the conversation that can be heard (D175); shows nothing itself. */
export function Conversation({ isWanted, onChange }: Props) {
  const samples = useSamples()
  const playing = useSound(heroKey)
  const agent = heroOf(samples)
  useEffect(() => {
    if (isWanted && agent) play(agent)
  }, [isWanted, agent])
  useEffect(() => {
    const isOn = playing.state === 'playing' || playing.state === 'waiting'
    const turn = playing.state === 'idle' ? undefined : agent?.conversation[playing.index]
    const shown: Playing = samples || !isWanted ? playing : { ...playing, state: 'waiting' }
    onChange({
      state: shown.state,
      ring: <PlayRing playing={shown} count={agent?.conversation.length ?? 1} />,
      isMissing: samples !== undefined && !agent,
      press: agent ? () => (isOn ? pauseSound() : play(agent)) : null,
      picture: agent && turn ? pictureOf({ agent, turn }) : null,
    })
  }, [playing, samples, agent, isWanted, onChange])
  return null
}

type HeroAgent = NonNullable<ReturnType<typeof heroOf>>

/** Plays, and brings the words into view: on a phone they would be below the fold. */
function play({ conversation }: HeroAgent): void {
  playSound(
    heroKey,
    conversation.map(({ sound }) => sound.url),
  )
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  document.getElementById(pictureId)?.scrollIntoView({ block: 'nearest', behavior })
}

function pictureOf(heard: { agent: HeroAgent; turn: HeroAgent['conversation'][number] }): HeardPicture {
  const { name, category, imageUrl } = heard.agent
  return {
    name,
    category,
    imageUrl,
    isAgentSpeaking: heard.turn.by === 'agent',
    time: <HeardTime heard={heard} />,
    rays: <HeardRays heard={heard} />,
    words: <HeardWords heard={heard} />,
  }
}

/** Plays the greeting of the agent of this name, where there is one. */
export function SampleGreeting({ name }: { name: string }) {
  const greeting = useSamples()?.find((heard) => heard.name === name)?.greeting
  return greeting ? <Greeting name={name} sound={greeting} /> : null
}
