import type {
  overviewConversations,
  overviewMinutes,
  overviewMoney,
  overviewOwed,
  overviewSubscriptions,
} from '#contract/admin/overview-rows.ts'
import { formatChange, formatDollars, formatDuration, formatMinutes } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import type { ListInput, RowOf } from '#web/client/lists/pages.ts'
import { overRowLinkClasses } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { nameMinutes } from '../customers/line-words.ts'
import { PayerLink } from '../payments/payer-link.tsx'
import { NamedOnPhone } from './figure-table.tsx'
import { CustomerLink, RowLink } from './row-links.tsx'
import { moneyWords, outcomeWords, reasonWords, stepWords } from './words.ts'

/** How the rows behind a figure look, on the screen and in a file. */

type Money = RowOf<typeof overviewMoney>

export const money: readonly ListColumn<Money>[] = [
  { title: 'Date', csv: ({ at }) => at },
  { title: 'Kind', csv: ({ kind }) => moneyWords[kind] },
  {
    title: 'Payment',
    phone: 'lead',
    cell: ({ kind, item, receiptId, receiptNumber }) => (
      <>
        <RowLink href={paths.adminPayment(receiptId)}>{item ?? moneyWords[kind]}</RowLink>
        <span className="block text-xs font-normal text-muted">{receiptNumber ?? 'No receipt'}</span>
      </>
    ),
    csv: ({ item }) => item ?? '',
  },
  { title: 'Receipt', csv: ({ receiptNumber }) => receiptNumber ?? '' },
  {
    title: 'Customer',
    phone: 'left',
    cell: ({ userId, organizationId, payer }) => (
      <PayerLink payer={{ userId, organizationId, name: payer || 'Erased person', email: '' }} />
    ),
    csv: ({ payer }) => payer,
  },
  { title: 'Kind', phone: 'right', cell: ({ kind }) => moneyWords[kind] },
  { title: 'Date', phone: 'left', cell: ({ at }) => <DateTime value={at} withTime /> },
  {
    title: 'Amount',
    phone: 'figure',
    numeric: true,
    cell: ({ amount }) => formatDollars(amount),
    csv: ({ amount }) => amount,
  },
]

export const steps: readonly ListColumn<RowOf<typeof overviewSubscriptions>>[] = [
  { title: 'Subscriber', phone: 'lead', cell: (step) => <CustomerLink of={step} />, csv: ({ payer }) => payer },
  {
    title: 'What happened',
    phone: 'left',
    cell: ({ what }) => stepWords[what],
    csv: ({ what }) => stepWords[what],
  },
  { title: 'Date', phone: 'right', cell: ({ at }) => <DateTime value={at} withTime />, csv: ({ at }) => at },
]

const nameEntry = ({ entry }: RowOf<typeof overviewMinutes>) => nameMinutes({ entry, agentName: null })

export const entries: readonly ListColumn<RowOf<typeof overviewMinutes>>[] = [
  { title: 'Customer', phone: 'lead', cell: (entry) => <CustomerLink of={entry} />, csv: ({ payer }) => payer },
  { title: 'What', phone: 'left', cell: nameEntry, csv: nameEntry },
  { title: 'Date', phone: 'left', cell: ({ at }) => <DateTime value={at} withTime />, csv: ({ at }) => at },
  {
    title: 'Minutes',
    phone: 'figure',
    numeric: true,
    cell: ({ minutes }) => formatChange(minutes),
    csv: ({ minutes }) => minutes,
  },
]

type Balance = RowOf<typeof overviewOwed>

export const balances: readonly ListColumn<Balance>[] = [
  { title: 'Customer', phone: 'lead', cell: (balance) => <CustomerLink of={balance} />, csv: ({ payer }) => payer },
  {
    title: 'Minutes',
    phone: 'figure',
    numeric: true,
    cell: ({ minutes }) => formatMinutes(minutes),
    csv: ({ minutes }) => minutes,
  },
]

/** With what is known only about balances of the present. */
export const presentBalances: readonly ListColumn<Balance>[] = [
  ...balances,
  {
    title: 'Purchased',
    phone: 'left',
    numeric: true,
    cell: ({ purchasedMinutes }) => (
      <NamedOnPhone name="Purchased">{purchasedMinutes === null ? '–' : formatMinutes(purchasedMinutes)}</NamedOnPhone>
    ),
    csv: ({ purchasedMinutes }) => purchasedMinutes ?? '',
  },
  {
    title: 'Paid for minutes left',
    phone: 'right',
    numeric: true,
    cell: ({ paid }) => <NamedOnPhone name="Paid">{paid === null ? '–' : formatDollars(paid)}</NamedOnPhone>,
    csv: ({ paid }) => paid ?? '',
  },
]

type Talk = RowOf<typeof overviewConversations>

export const calls: readonly ListColumn<Talk>[] = [
  { title: 'Id', csv: ({ id }) => id },
  { title: 'Began', csv: ({ startedAt }) => startedAt },
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
    csv: ({ personName }) => personName,
  },
  { title: 'Organization', csv: ({ organizationName }) => organizationName ?? '' },
  {
    title: 'Agent',
    phone: 'left',
    cell: ({ agentName }) => (
      <TextLink href={paths.admin({ tab: 'agents', q: agentName })} quiet className="wrap-anywhere">
        {agentName}
      </TextLink>
    ),
    csv: ({ agentName }) => agentName,
  },
  {
    title: 'Ended',
    phone: 'left',
    cell: ({ endedAt }) => <DateTime value={endedAt} withTime />,
    csv: ({ endedAt }) => endedAt,
  },
  { title: 'How', phone: 'left', cell: endText, csv: endText },
  { title: 'Charged', phone: 'figure', numeric: true, cell: ({ chargedSeconds }) => formatDuration(chargedSeconds) },
  { title: 'Charged seconds', csv: ({ chargedSeconds }) => chargedSeconds },
  { title: 'Seconds given back', csv: ({ creditedSeconds }) => creditedSeconds },
  { title: 'Seconds at the voice provider', csv: ({ providerSeconds }) => providerSeconds ?? '' },
  {
    title: 'Income',
    phone: 'right',
    numeric: true,
    cell: ({ outcome, earned }) => (outcome === 'counted' ? formatDollars(earned) : '–'),
    csv: ({ earned }) => earned,
  },
]

/** Returns how a call ended, and before that why it was not charged. */
function endText({ outcome, endReason }: Talk): string {
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
