import type { overviewConversations } from '#contract/admin/overview-rows.ts'
import { formatDollars, formatDuration } from '#contract/amounts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { ListInput, RowOf } from '#web/client/lists/pages.ts'
import { overRowLinkClasses, type Column } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { outcomeWords, reasonWords } from '../words.ts'

/** How the conversations behind a figure look, on the screen and in a file. */

type Talk = RowOf<typeof overviewConversations>

export const calls: Column<Talk>[] = [
  {
    title: 'Person',
    phone: 'lead',
    cell: ({ userId, personName, organizationId, organizationName }) => (
      <>
        <TextLink href={paths.adminCustomer(userId)} quiet className="font-medium wrap-anywhere text-text!">
          {personName || 'Erased person'}
        </TextLink>
        {organizationId !== null && (
          <span className="block text-xs font-normal">
            <TextLink href={paths.adminOrganization(organizationId)} quiet className={overRowLinkClasses}>
              {organizationName ?? 'Organization'}
            </TextLink>
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Agent',
    phone: 'left',
    cell: ({ agentName }) => (
      <TextLink href={paths.admin({ tab: 'agents', q: agentName })} quiet className="wrap-anywhere">
        {agentName}
      </TextLink>
    ),
  },
  { title: 'Ended', phone: 'left', cell: ({ endedAt }) => <DateTime value={endedAt} withTime /> },
  { title: 'How', phone: 'left', cell: ({ outcome, endReason }) => endText(outcome, endReason) },
  { title: 'Charged', phone: 'figure', numeric: true, cell: ({ chargedSeconds }) => formatDuration(chargedSeconds) },
  {
    title: 'Income',
    phone: 'right',
    numeric: true,
    cell: ({ outcome, earned }) => (outcome === 'counted' ? formatDollars(earned) : '–'),
  },
]

export const callsCsv: readonly CsvColumn<Talk>[] = [
  ['Id', ({ id }) => id],
  ['Began', ({ startedAt }) => startedAt],
  ['Ended', ({ endedAt }) => endedAt],
  ['Person', ({ personName }) => personName],
  ['Organization', ({ organizationName }) => organizationName ?? ''],
  ['Agent', ({ agentName }) => agentName],
  ['Outcome', ({ outcome, endReason }) => endText(outcome, endReason)],
  ['Charged seconds', ({ chargedSeconds }) => chargedSeconds],
  ['Seconds given back', ({ creditedSeconds }) => creditedSeconds],
  ['Seconds at the voice provider', ({ providerSeconds }) => providerSeconds ?? ''],
  ['Income', ({ earned }) => earned],
]

/** Returns how a call ended, and before that why it was not charged. */
function endText(outcome: Talk['outcome'], endReason: Talk['endReason']): string {
  const end = reasonWords[endReason]
  if (outcome === 'counted') return end
  return `${outcome === 'test' ? 'Test' : outcomeWords[outcome]}, ${end.toLowerCase()}`
}

/** Returns whose calls a list shows, such as `with Mindset Coach`, as read from one of them. */
export function callSubject({ agentId, organization }: ListInput): (row: Talk) => string {
  return ({ agentName, organizationName }) =>
    [
      agentId && `with ${agentName}`,
      organization === 'people' ? 'of people on their own' : organization && `at ${organizationName}`,
    ]
      .filter(Boolean)
      .join(' ')
}
