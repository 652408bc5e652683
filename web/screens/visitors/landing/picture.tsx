import { Mic, PhoneOff, SlidersHorizontal, X } from 'lucide-react'
import { classes } from '#web/kit/classes.ts'
import type { HeardPicture } from './hearing/what-is-heard.ts'
import { stillRays } from './rays.ts'

/** Where the conversation that is heard is seen. */
export const pictureId = 'conversation-picture'

interface Props {
  heard: HeardPicture | null
}

/** A picture of the dialog while an agent speaks, in front of a moon with a voice; it follows what is heard (D175). */
export function LandingPicture({ heard }: Props) {
  const { name, category } = heard ?? { name: 'Sales Call Coach', category: 'Sales' }
  return (
    <div
      id={pictureId}
      role="img"
      aria-label={`A conversation with the agent ${name}: who speaks, what was said, how long, and how many minutes are left.`}
      className="relative mx-auto w-full max-w-96 md:mr-[12%] lg:mr-0"
    >
      <img
        src="/landing/moon.svg"
        alt=""
        width={800}
        height={800}
        fetchPriority="high"
        className="absolute -top-[12%] -left-[54%] -z-10 w-[150%] max-w-none sm:-top-[20%]"
      />
      <div aria-hidden className="rounded-dialog day border border-line bg-surface shadow-overlay select-none">
        <div className="flex items-start justify-between gap-4 px-5 pt-4">
          <div>
            <p className="text-xl font-semibold">{name}</p>
            <p className="text-muted">{category}</p>
          </div>
          <X className="mt-1 size-5 text-muted" />
        </div>
        <Talk heard={heard} />
        <div className="flex items-center justify-between border-t border-line p-4">
          <span className="inline-flex h-10 items-center gap-2 rounded-control border border-control-line px-4 font-medium">
            <Mic className="size-4" />
            Mute
          </span>
          <SlidersHorizontal className="size-4 text-muted" />
          <span className="inline-flex h-10 items-center gap-2 rounded-control bg-danger-fill px-4 font-medium text-danger-fill-text">
            <PhoneOff className="size-4" />
            End
          </span>
        </div>
      </div>
    </div>
  )
}

function Talk({ heard }: Props) {
  const isAgent = heard?.isAgentSpeaking ?? true
  return (
    <div className="flex flex-col gap-3 px-5 pt-3 pb-5">
      <div className="flex items-center justify-between">
        <span className="flex items-center gap-2 text-lg font-medium tabular">
          <span className="size-2 rounded-full bg-accent" />
          {heard ? heard.time : '4:12'}
        </span>
        <span className="rounded-full bg-sunken px-2.5 py-1 text-sm tabular">
          {heard ? (
            'Free to hear'
          ) : (
            <>
              Credits left <span className="font-medium">1:55:48</span>
            </>
          )}
        </span>
      </div>
      <div className="relative mx-auto aspect-square w-44 max-w-full">
        <img
          src={heard?.imageUrl ?? '/agents/sales-call-coach.svg'}
          alt=""
          width={640}
          height={400}
          className="absolute top-1/2 left-1/2 size-[62%] -translate-1/2 rounded-full bg-night object-cover"
        />
        <svg viewBox="-84 -84 168 168" className="absolute inset-0 size-full">
          {heard ? heard.rays : <path d={stillRays} className="stroke-link" strokeWidth="1.8" strokeLinecap="round" />}
        </svg>
      </div>
      <div className="text-center">
        <p className="text-xl font-semibold">{isAgent ? 'Speaking – talk to interrupt' : 'Listening'}</p>
        <p className="text-sm text-muted">You are talking to an AI.</p>
      </div>
      <Words heard={heard} />
    </div>
  )
}

/** Words of an example, or in the same place those that are heard. */
function Words({ heard }: Props) {
  return (
    <div className="grid *:col-start-1 *:row-start-1">
      <div className={classes('flex flex-col gap-1', heard && 'invisible')}>
        <p className="max-w-[88%] self-end rounded-card rounded-br-none bg-info-soft px-3 py-1.5">
          How do I tell them the price without losing them?
        </p>
        <p className="mt-1 max-w-[88%] self-start rounded-card rounded-bl-none bg-soft px-3 py-1.5 text-soft-text">
          Say what it saves them first, then the number, then nothing. Let&apos;s rehearse: I am the client.
        </p>
      </div>
      {heard?.words}
    </div>
  )
}
