import { Mic, PhoneOff, SlidersHorizontal, X } from 'lucide-react'

/** Rays around the agent, like the level of a voice: calm, a phrase, calm; one path around the origin. */
const rays = Array.from({ length: 96 }, (_, ray) => {
  const turn = (ray / 96) * Math.PI * 2
  const phrase = Math.max(0, Math.cos(turn)) ** 1.4 + 0.5 * Math.max(0, -Math.cos(turn)) ** 3
  const length = 2.5 + 15 * phrase * Math.abs(Math.sin(ray * 1.7) * Math.cos(ray * 0.53))
  const [sin, cos] = [Math.sin(turn), -Math.cos(turn)]
  return `M${(sin * 64).toFixed(1)} ${(cos * 64).toFixed(1)}L${(sin * (64 + length)).toFixed(1)} ${(cos * (64 + length)).toFixed(1)}`
}).join('')

/** A picture of the dialog while an agent speaks, in front of a moon with a voice. */
export function LandingPicture() {
  return (
    <div
      role="img"
      aria-label="A conversation with the agent Sales Call Coach: who speaks, what was said, how long, and how many minutes are left."
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
            <p className="text-xl font-semibold">Sales Call Coach</p>
            <p className="text-muted">Sales</p>
          </div>
          <X className="mt-1 size-5 text-muted" />
        </div>
        <Talk />
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

function Talk() {
  return (
    <div className="flex flex-col gap-3 px-5 pt-3 pb-5">
      <div className="flex items-center justify-between">
        <span className="flex items-center gap-2 text-lg font-medium tabular">
          <span className="size-2 rounded-full bg-accent" />
          4:12
        </span>
        <span className="rounded-full bg-sunken px-2.5 py-1 text-sm tabular">
          Credits left <span className="font-medium">115:48</span>
        </span>
      </div>
      <div className="relative mx-auto size-44">
        <img
          src="/agents/sales-call-coach.svg"
          alt=""
          width={640}
          height={400}
          className="absolute top-1/2 left-1/2 size-[62%] -translate-1/2 rounded-full bg-night object-cover"
        />
        <svg viewBox="-84 -84 168 168" className="absolute inset-0 size-full">
          <path d={rays} className="stroke-link" strokeWidth="1.8" strokeLinecap="round" />
        </svg>
      </div>
      <div className="text-center">
        <p className="text-xl font-semibold">Speaking – talk to interrupt</p>
        <p className="text-sm text-muted">You are talking to an AI.</p>
      </div>
      <div className="flex flex-col gap-1">
        <p className="max-w-[88%] self-end rounded-card rounded-br-none bg-info-soft px-3 py-1.5">
          How do I tell them the price without losing them?
        </p>
        <p className="mt-1 max-w-[88%] self-start rounded-card rounded-bl-none bg-soft px-3 py-1.5 text-soft-text">
          Say what it saves them first, then the number, then nothing. Let&apos;s rehearse: I am the client.
        </p>
      </div>
    </div>
  )
}
