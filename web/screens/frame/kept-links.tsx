import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

const kept = [
  { name: 'Payments and receipts', href: paths.receipts() },
  { name: 'Minutes', href: paths.minutes() },
  { name: 'Sessions and transcripts', href: paths.sessions() },
  { name: 'Messages', href: paths.messages() },
  { name: 'Export or delete your data', href: paths.profile({ part: 'export' }) },
]

/** Links to what never needs access (D178). */
export function KeptLinks() {
  return (
    <Card title="Yours to keep" description="You can always open these, even without access.">
      <nav aria-label="Yours to keep">
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {kept.map(({ name, href }) => (
            <li key={href}>
              <TextLink href={href} className="inline-flex min-h-9 items-center pointer-coarse:min-h-11">
                {name}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  )
}
