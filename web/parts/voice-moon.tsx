import { useId } from 'react'

/** Lengths of the rays around the moon, like the level of a voice: calm, a phrase, calm. */
const rayLengths = Array.from({ length: 96 }, (_, ray) => {
  const turn = (ray / 96) * Math.PI * 2
  const phrase = Math.max(0, Math.cos(turn - 0.7)) ** 2
  return 5 + 34 * phrase * Math.abs(Math.sin(ray * 1.7) * Math.cos(ray * 0.53))
})

/** A conversation as a picture: a moon that speaks, what was said, and the meter that counts it. */
export function VoiceMoon() {
  const id = useId()
  return (
    <figure className="mx-auto w-full max-w-md overflow-hidden night rounded-dialog lg:max-w-none">
      <svg viewBox="0 0 480 306" aria-hidden className="block w-full">
        <defs>
          <radialGradient id={`${id}glow`} gradientUnits="userSpaceOnUse" cx="240" cy="150" r="156">
            <stop className="[stop-color:var(--primary)]" stopOpacity="0.55" />
            <stop offset="1" className="[stop-color:var(--night)]" stopOpacity="0" />
          </radialGradient>
          <linearGradient id={`${id}lit`} x1="0" y1="0" x2="1" y2="1">
            <stop className="[stop-color:var(--moon)]" />
            <stop offset="1" className="[stop-color:var(--link)]" />
          </linearGradient>
        </defs>
        <rect width="480" height="306" fill={`url(#${id}glow)`} />
        <g transform="translate(240 162)">
          <g className="stroke-accent" strokeWidth="2.5" strokeLinecap="round">
            {rayLengths.map((length, ray) => (
              <path
                key={ray}
                d={`M0 -100v${(-length).toFixed(1)}`}
                transform={`rotate(${ray * 3.75})`}
                opacity={0.3 + length / 56}
              />
            ))}
          </g>
          <circle r="84" className="fill-moon-shade" />
          <path
            d="M-24 -80.5A84 84 0 1 0 80.5 24 66 66 0 0 1 -24 -80.5Z"
            fill={`url(#${id}lit)`}
            transform="rotate(8)"
          />
        </g>
      </svg>
      <figcaption className="flex flex-col gap-2 p-4 pt-0 sm:p-6 sm:pt-0">
        <p className="max-w-[85%] self-end rounded-card rounded-br-none bg-primary px-3 py-2">
          How do I tell them the price without losing them?
        </p>
        <p className="max-w-[85%] self-start rounded-card rounded-bl-none bg-night-soft px-3 py-2">
          Say what it saves them first. Let&apos;s rehearse: I am the client.
        </p>
        <p className="flex items-center justify-between pt-1 text-sm text-night-muted tabular">
          <span className="flex items-center gap-2">
            <span className="size-2 rounded-full bg-accent" />
            Speaking 4:12
          </span>
          115.80&nbsp;minutes left
        </p>
      </figcaption>
    </figure>
  )
}
