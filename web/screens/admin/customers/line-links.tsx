import type { ReactNode } from 'react'
import type { TimelineLine } from '#contract/admin/timeline.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { lineId } from './line-id.ts'
import { causeNames } from './words/line-words.ts'
import type { Whose } from './whose.ts'

/** Where a line leads: to its cause, to a person or an organization, to a thread. */
export function LineLinks({ line, whose }: { line: TimelineLine; whose: Whose }) {
  const links = linksOf(line, whose)
  if (links.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4">
      {links.map(({ href, text }) => (
        <TextLink key={href} href={href}>
          {text}
        </TextLink>
      ))}
    </p>
  )
}

function linksOf(line: TimelineLine, whose: Whose): { href: string; text: ReactNode }[] {
  if (line.kind === 'message') {
    return [{ href: paths.admin({ tab: 'communications', message: line.threadId }), text: 'Open the thread' }]
  }
  if (line.kind === 'conversation') {
    const { person, organization } = line
    if (whose.kind === 'organization') return [{ href: paths.adminCustomer(person.id), text: person.name }]
    return organization ? [{ href: paths.adminOrganization(organization.id), text: organization.name }] : []
  }
  const cause = line.kind === 'minutes' ? line.cause : 'payment' in line ? line.payment : null
  if (!cause) return []
  const day = cause.at.slice(0, 10)
  const place = { kinds: cause.kind, from: day, to: day, line: lineId(cause) }
  const href = whose.kind === 'user' ? paths.adminCustomer(whose.id, place) : paths.adminOrganization(whose.id, place)
  return [{ href, text: `See the ${causeNames[cause.kind]}` }]
}
