import { Captions, Keyboard, type LucideIcon, Mic, PhoneOff, SlidersHorizontal, X } from 'lucide-react'
import { classes } from '#web/kit/classes.ts'
import type { HeardPicture } from './hearing/what-is-heard.ts'

/** Where the conversation that is heard is seen. */
export const pictureId = 'conversation-picture'

interface Props {
  heard: HeardPicture | null
}

/** A picture of the night room while an agent speaks, in front of a moon with a voice; it follows what is heard (D175). */
export function LandingPicture({ heard }: Props) {
  const name = heard?.name ?? example.name
  return (
    <div
      id={pictureId}
      role="img"
      aria-label={`A conversation with the agent ${name}: who speaks, what was said, how long, and how many minutes are left.`}
      className="relative mx-auto w-full max-w-96 scroll-mb-4 md:mr-[12%] lg:mr-0"
    >
      <img
        src="/landing/moon.svg"
        alt=""
        width={800}
        height={800}
        fetchPriority="high"
        className="absolute -top-[12%] -left-[54%] -z-10 w-[150%] max-w-none sm:-top-[20%]"
      />
      <div
        aria-hidden
        className="stars isolate overflow-hidden rounded-dialog night-room border border-line shadow-overlay select-none"
      >
        <Heading heard={heard} />
        <Moon heard={heard} />
        <div className="mt-2 text-center">
          <p className="font-medium">
            {(heard?.isAgentSpeaking ?? true) ? 'Speaking – talk to interrupt' : 'Listening'}
          </p>
          <p className="text-sm text-muted">You are talking to an AI.</p>
        </div>
        <Words heard={heard} />
        <Controls />
      </div>
    </div>
  )
}

const example = { name: 'Sales Call Coach', category: 'Sales', imageUrl: '/agents/sales-call-coach.svg', time: '4:12' }

function Heading({ heard }: Props) {
  const { name, category, time } = heard ?? example
  return (
    <div className="px-5 pt-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="font-semibold">{name}</p>
          <p className="text-sm text-muted">{category}</p>
        </div>
        <X className="size-5 text-muted" />
      </div>
      <div className="mt-2 flex items-center justify-between text-sm tabular">
        <span className="flex items-center gap-2 font-medium">
          <span className="size-2 rounded-full bg-accent" />
          {time}
        </span>
        <span className="rounded-full bg-surface px-2.5 py-1">
          {heard ? (
            'Free to hear'
          ) : (
            <>
              Credits left <span className="font-medium">1:55:48</span>
            </>
          )}
        </span>
      </div>
    </div>
  )
}

function Moon({ heard }: Props) {
  return (
    <div className="relative mx-auto aspect-square w-56 max-w-full">
      <img
        src={heard?.imageUrl ?? example.imageUrl}
        alt=""
        width={640}
        height={400}
        className="absolute top-1/2 left-1/2 size-[70%] -translate-1/2 rounded-full bg-night object-cover"
      />
      <svg viewBox="-84 -84 168 168" className="absolute inset-0 size-full">
        {heard ? heard.rays : <path d={stillRays} className="stroke-link" strokeWidth="1.8" strokeLinecap="round" />}
      </svg>
    </div>
  )
}

/** Captions of an example, or in the same place those that are heard. */
function Words({ heard }: Props) {
  return (
    <div className="grid px-5 pt-4 pb-5 text-center *:col-start-1 *:row-start-1">
      <div className={classes('flex flex-col gap-2', heard && 'invisible')}>
        <p className="opacity-60">How do I tell them the price without losing them?</p>
        <p className="text-xl">Say what it saves them first, then the number, then nothing. Let&apos;s rehearse.</p>
      </div>
      {heard?.words}
    </div>
  )
}

function Controls() {
  return (
    <div className="flex justify-center pb-5">
      <div className="flex items-center gap-1.5 rounded-full border border-line bg-night-soft/80 p-1.5">
        {[Mic, Captions, SlidersHorizontal, Keyboard].map((Icon, at) => (
          <Round key={at} icon={Icon} look={Icon === Captions ? 'bg-night-text/25' : 'bg-night-text/10'} />
        ))}
        <Round icon={PhoneOff} look="bg-danger-fill text-danger-fill-text" />
      </div>
    </div>
  )
}

function Round({ icon: Icon, look }: { icon: LucideIcon; look: string }) {
  return (
    <span className={classes('flex size-11 items-center justify-center rounded-full', look)}>
      <Icon className="size-5" />
    </span>
  )
}

/** Rays around an agent's picture; one path around the origin. */

const rayCount = 96
const innerRadius = 64
const restLength = 2.5

/** Returns the rays of a picture that stands still: calm, a phrase, calm. */
export const stillRays = raysOf((turn, ray) => {
  const phrase = Math.max(0, Math.cos(turn)) ** 1.4 + 0.5 * Math.max(0, -Math.cos(turn)) ** 3
  return 15 * phrase * Math.abs(Math.sin(ray * 1.7) * Math.cos(ray * 0.53))
})

/** Returns rays of these lengths, each beyond its rest. */
export function raysOf(lengthAt: (turn: number, ray: number) => number): string {
  return Array.from({ length: rayCount }, (_, ray) => {
    const turn = (ray / rayCount) * Math.PI * 2
    const outer = innerRadius + restLength + lengthAt(turn, ray)
    const [sin, cos] = [Math.sin(turn), -Math.cos(turn)]
    const at = (radius: number) => `${(sin * radius).toFixed(1)} ${(cos * radius).toFixed(1)}`
    return `M${at(innerRadius)}L${at(outer)}`
  }).join('')
}
