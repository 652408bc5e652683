import { Link } from 'wouter'
import { paths } from '#web/client/addresses/paths.ts'

const places = [
  { href: paths.messages(), label: 'Messages' },
  { href: paths.requests(), label: 'Requested agents' },
]

/** Joins what people and the team write to each other: their messages, and the agents that they have requested. */
export function MessagePlaces({ at }: { at: string }) {
  return (
    <nav aria-label="Messages and requests" className="mb-6 flex gap-6 border-b border-line">
      {places.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={at === href ? 'page' : undefined}
          className="-mb-px flex min-h-10 items-center border-b-2 border-transparent font-medium text-muted transition-colors hover:border-control-line hover:text-text aria-[current]:border-primary aria-[current]:text-text pointer-coarse:min-h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
