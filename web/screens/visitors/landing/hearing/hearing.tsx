import { useEffect, useLayoutEffect, useRef } from 'react'
import { pauseSound } from '#web/kit/sound/element.ts'
import { PlayRing } from '#web/kit/sound/play-ring.tsx'
import { type Playing, playSound, soundMs, useSound } from '#web/kit/sound/player.ts'
import { Greeting, voiceName } from '#web/screens/agents/greeting.tsx'
import { pictureId, stillRays, raysOf } from '../picture.tsx'
import type { HeardPicture, Hearing } from './what-is-heard.ts'
import { type HeardAgent, agentSamples } from '#contract/agents/sounds.ts'
import { formatDuration } from '#contract/amounts.ts'
import { classes } from '#web/kit/classes.ts'
import { SpokenWords } from '#web/kit/sound/spoken-words.tsx'
import { useQuery } from '@tanstack/react-query'
import { landingSamples } from '#contract/agents/landing-agents.ts'
import { query } from '#web/client/api.ts'
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

/** What of a conversation is heard at this moment. */
interface Heard {
  agent: HeardAgent
  turn: HeardAgent['conversation'][number]
}

interface HeardTimeProps {
  heard: Heard
}

/** How much of the conversation was heard. */
function HeardTime({ heard: { agent } }: HeardTimeProps) {
  const { index, progress } = useSound(heroKey)
  const heardMs = agent.conversation.reduce(
    (sum, { sound: { durationMs } }, turn) => sum + durationMs * (turn < index ? 1 : turn === index ? progress : 0),
    0,
  )
  return <span translate="no">{formatDuration(Math.floor(heardMs / 1000))}</span>
}

/** Rays that follow the words; they stand still for people who want no motion. */
function HeardRays({ heard: { turn } }: HeardTimeProps) {
  const path = useRef<SVGPathElement>(null)
  const { wordStartsMs } = turn.sound
  useLayoutEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const draw = () => {
      path.current?.setAttribute('d', raysAt(wordStartsMs, soundMs(heroKey)))
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [wordStartsMs])
  const color = turn.by === 'agent' ? 'stroke-link' : 'stroke-accent'
  return <path ref={path} d={stillRays} className={color} strokeWidth="1.8" strokeLinecap="round" />
}

/** The words of the person or the agent as captions of three lines, with the name of the voice. */
function HeardWords({ heard: { turn } }: HeardTimeProps) {
  const { text, wordStartsMs, voice } = turn.sound
  return (
    <div>
      <p
        className={classes(
          'relative h-[3lh] overflow-hidden scroll-smooth text-xl motion-reduce:scroll-auto',
          turn.by === 'person' && 'text-muted',
        )}
      >
        <SpokenWords key={text} text={text} wordStartsMs={wordStartsMs} soundKey={heroKey} isScrolling />
      </p>
      <p className="mt-1 text-xs text-muted">{voiceName(voice)}</p>
    </div>
  )
}

/** How long the sound of a word rings on. */
const ringMs = 420
/** How long it takes from the top of the ring to its bottom. */
const travelMs = 260

/** Returns the rays at a moment of a sound whose words begin at these times; it runs from the top down both sides. */
function raysAt(wordStartsMs: readonly number[], ms: number): string {
  return raysOf((turn, ray) => {
    const place = Math.abs(((turn / Math.PI + 1) % 2) - 1)
    const sinceMs = ms - (1 - place) * travelMs
    const start = wordStartsMs.findLast((begins) => begins <= sinceMs)
    const strength = start === undefined ? 0 : Math.exp(-(sinceMs - start) / ringMs)
    return 15 * strength * (0.35 + 0.65 * Math.abs(Math.sin(ray * 1.7 + (start ?? 0)) * Math.cos(ray * 0.53)))
  })
}

const samples = query(agentSamples, landingSamples)

/** Returns what of the page's agents can be heard; undefined until the server has answered (D175). */
function useSamples(): readonly HeardAgent[] | undefined {
  const { data, isError } = useQuery(samples)
  return isError ? [] : data
}

/** Returns the agent whose conversation is heard in the picture. */
function heroOf(heard: readonly HeardAgent[] | undefined): HeardAgent | undefined {
  return heard?.find(({ conversation }) => conversation.length > 0)
}

/** Tells the sounds of the picture from those of the cards. */
const heroKey = 'conversation'
