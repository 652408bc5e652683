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
import { TextLink } from '#web/kit/text-link.tsx'
import { Below, figureColumn, linkColumn, textColumn, timeColumn } from '../columns.tsx'
import { nameMinutes } from '../customers/line-words.ts'
import { PayerLink, payerHref } from '../person-name.tsx'
import { moneyWords, outcomeWords, reasonWords, stepWords } from './words.ts'

/** How the rows behind a figure look, on the screen and in a file. */

interface Holder {
  userId: string | null
  organizationId: number | null
  payer: string
}

/** The first column of rows about a customer, which leads to the customer's page. */
const holderColumn = (title: string): ListColumn<Holder> =>
  linkColumn(
    title,
    ({ payer }) => payer || 'Erased person',
    (holder) => payerHref(holder) ?? '',
    { csv: ({ payer }) => payer },
  )

const dateColumn = (phone: 'left' | 'right'): ListColumn<{ at: string }> =>
  timeColumn('Date', ({ at }) => at, { phone })

export const money: readonly ListColumn<RowOf<typeof overviewMoney>>[] = [
  { title: 'Date', csv: ({ at }) => at },
  { title: 'Kind', csv: ({ kind }) => moneyWords[kind] },
  linkColumn(
    'Payment',
    ({ kind, item }) => item ?? moneyWords[kind],
    ({ receiptId }) => paths.adminPayment(receiptId),
    { belowOf: ({ receiptNumber }) => receiptNumber ?? 'No receipt', csv: ({ item }) => item ?? '' },
  ),
  { title: 'Receipt', csv: ({ receiptNumber }) => receiptNumber ?? '' },
  textColumn('Customer', ({ payer }) => payer, {
    phone: 'left',
    cell: ({ payer, ...ids }) => <PayerLink payer={{ ...ids, name: payer || 'Erased person', email: '' }} />,
  }),
  { title: 'Kind', phone: 'right', cell: ({ kind }) => moneyWords[kind] },
  { title: 'Date', phone: 'left', cell: dateColumn('left').cell },
  figureColumn('Amount', ({ amount }) => amount, formatDollars, { phone: 'figure' }),
]

export const steps: readonly ListColumn<RowOf<typeof overviewSubscriptions>>[] = [
  holderColumn('Subscriber'),
  textColumn('What happened', ({ what }) => stepWords[what], { phone: 'left' }),
  dateColumn('right'),
]

export const entries: readonly ListColumn<RowOf<typeof overviewMinutes>>[] = [
  holderColumn('Customer'),
  textColumn('What', ({ entry }) => nameMinutes({ entry, agentName: null }), { phone: 'left' }),
  dateColumn('left'),
  figureColumn('Minutes', ({ minutes }) => minutes, formatChange, { phone: 'figure' }),
]

type Balance = RowOf<typeof overviewOwed>

export const balances: readonly ListColumn<Balance>[] = [
  holderColumn('Customer'),
  figureColumn('Minutes', ({ minutes }) => minutes, formatMinutes, { phone: 'figure' }),
]

/** With what is known only about balances of the present. */
export const presentBalances: readonly ListColumn<Balance>[] = [
  ...balances,
  figureColumn('Purchased', ({ purchasedMinutes }) => purchasedMinutes, formatMinutes, {
    phone: 'left',
    phoneName: 'Purchased',
  }),
  figureColumn('Paid for minutes left', ({ paid }) => paid, formatDollars, { phone: 'right', phoneName: 'Paid' }),
]

type Talk = RowOf<typeof overviewConversations>

export const calls: readonly ListColumn<Talk>[] = [
  { title: 'Id', csv: ({ id }) => id },
  { title: 'Began', csv: ({ startedAt }) => startedAt },
  textColumn('Person', ({ personName }) => personName, { phone: 'lead', cell: (talk) => <Talker talk={talk} /> }),
  { title: 'Organization', csv: ({ organizationName }) => organizationName ?? '' },
  textColumn('Agent', ({ agentName }) => agentName, {
    phone: 'left',
    cell: ({ agentName }) => (
      <TextLink href={paths.admin({ tab: 'agents', q: agentName })} quiet className="wrap-anywhere">
        {agentName}
      </TextLink>
    ),
  }),
  timeColumn('Ended', ({ endedAt }) => endedAt, { phone: 'left' }),
  textColumn('How', endText, { phone: 'left' }),
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

function Talker({ talk: { userId, personName, organizationId, organizationName } }: { talk: Talk }) {
  return (
    <>
      <TextLink href={paths.adminCustomer(userId)} quiet className="font-medium wrap-anywhere text-text!">
        {personName || 'Erased person'}
      </TextLink>
      {organizationId !== null && (
        <Below>
          <TextLink href={paths.adminOrganization(organizationId)} quiet className={overRowLinkClasses}>
            {organizationName ?? 'Organization'}
          </TextLink>
        </Below>
      )}
    </>
  )
}

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
