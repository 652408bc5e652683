import { useQuery } from '@tanstack/react-query'
import { usageDetails } from '#contract/admin/organizations.ts'
import { formatCount, formatDollars, formatMinutes, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { formatDate } from '#contract/dates.ts'
import { grantBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { organizationUsers } from '#contract/organizations/members.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, write } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { RankedBars } from '#web/kit/charts/ranked-bars.tsx'
import { ActButtons } from '#web/kit/dialogs/acts.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { roleNames } from '#web/screens/organizations/labels.ts'
import { useDuty } from '../use-duty.ts'
import { type Details, Facts, Section } from './section.tsx'

/** The number of payments shown; the Billing tab of the dashboard has all of them. */
const mostPayments = 5

/** The customer, the card, the subscription and the latest payments (D133). */
export function Payment({ details: { payment } }: { details: Details }) {
  const { businessRegistration: order, stripeBilling, plan, card, payments } = payment
  const received = [
    ...payments.map(({ id, description, amount, createdAt }) => ({ id, description, amount, createdAt })),
    ...(stripeBilling?.setupPayments ?? []).map(({ id, description, amount, created }) => ({
      id,
      description,
      amount,
      createdAt: created,
    })),
  ]
  return (
    <Section title="Payment Info">
      <Facts
        facts={[
          ['Customer ID', stripeBilling?.customerId ?? 'Not connected'],
          ['Saved card', card ? cardName(card) : 'None'],
          ['Subscription', describePlan(plan)],
          ['Monthly total', order?.status === 'paid' ? formatDollars(order.monthlyTotal) : 'None'],
          ['One-time total', order?.status === 'paid' ? formatDollars(order.paymentAmount) : 'None'],
        ]}
      />
      {received.length === 0 ? (
        <p className="text-muted">No billing data available</p>
      ) : (
        <Table
          caption="Latest payments"
          rows={received.slice(0, mostPayments)}
          rowKey={({ id }) => id}
          columns={[
            { title: 'Payment', phone: 'lead', cell: ({ description }) => description },
            { title: 'Date', phone: 'left', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
            { title: 'Amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
          ]}
        />
      )}
    </Section>
  )
}

function describePlan(plan: Details['payment']['plan']): string {
  if (!plan) return 'None'
  if (plan.graceEndsAt) return `Overdue, access until ${formatDate(plan.graceEndsAt)}`
  if (!plan.renewsAt) return 'Active'
  if (plan.cancelAtPeriodEnd) return `Ends ${formatDate(plan.renewsAt)}`
  return plan.status === 'canceled' ? `Ended ${formatDate(plan.renewsAt)}` : `Renews ${formatDate(plan.renewsAt)}`
}

/** The number of users shown; the Users tab of the dashboard has all of them. */
const mostUsers = 8

/** The number of people in an organization, and who they are for owners, who run every organization (S592, D120). */
export function Users({ details: { organization, users } }: { details: Details }) {
  const { id } = organization
  const runs = useDuty('roles.change')
  return (
    <Section
      title="Users"
      aside={
        runs && (
          <TextLink href={paths.organizationDashboard({ organizationId: id, tab: 'users' })}>Manage users</TextLink>
        )
      }
    >
      <Facts
        facts={[
          ['Active', `${formatCount(users.active)} of ${formatCount(users.maxUsers)} seats`],
          ['Admins', formatCount(users.admins)],
          ['Inactive', formatCount(users.inactive)],
          ['Invited', formatCount(users.invited)],
        ]}
      />
      {runs && <People organizationId={id} />}
    </Section>
  )
}

/** Read only for the chosen organization. */
function People({ organizationId }: { organizationId: number }) {
  const params = { organizationId: String(organizationId) }
  const list = useQuery({ ...query(organizationUsers, { params }), staleTime: 0 })
  return (
    <Loaded read={list} what="the users" empty={<p className="text-muted">No one has joined yet.</p>}>
      {(users) => (
        <>
          <Table caption="Users" columns={userColumns} rows={users.slice(0, mostUsers)} rowKey={(user) => user.id} />
          {users.length > mostUsers && (
            <p className="text-sm text-muted">And {formatCount(users.length - mostUsers)} more.</p>
          )}
        </>
      )}
    </Loaded>
  )
}

const userColumns: Column<Answer<typeof organizationUsers>[number]>[] = [
  {
    title: 'Name',
    phone: 'lead',
    cell: ({ id, firstName, lastName, email }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-medium wrap-anywhere">{`${firstName} ${lastName}`.trim() || email}</span>
          <OwnMark personId={id} />
        </span>
        <span className="block text-sm font-normal wrap-anywhere text-muted">{email}</span>
      </>
    ),
  },
  { title: 'Role', phone: 'left', cell: ({ role }) => role && roleNames[role] },
  { title: 'Category', phone: 'right', cell: ({ userCategory }) => userCategory },
  {
    title: 'Status',
    phone: 'figure',
    cell: ({ isActive }) => <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>,
  },
]

/** How much people talk, by person and by agent; never what they say (D135). */
export function Usage({ details: { organization, usage } }: { details: Details }) {
  const period = `last ${usageDetails.days} days`
  const { creditBalance, monthlyUsage, totalMinutesUsed, activeAgents } = organization
  return (
    <Section title="Usage Analytics">
      <StatTiles>
        <StatTile label="Pool" value={formatMinutes(creditBalance)} note="credits left" />
        <StatTile label="This month" value={formatMinutes(monthlyUsage)} note="minutes" />
        <StatTile label="Total" value={formatMinutes(totalMinutesUsed)} note="minutes" />
        <StatTile label="Conversations" value={formatCount(usage.sessions)} note={period} />
        <StatTile label="Active agents" value={formatCount(activeAgents)} note="assigned" />
      </StatTiles>
      {usage.sessions === 0 ? (
        <p className="text-muted">No conversations in the {period}.</p>
      ) : (
        <div className="grid gap-6 sm:grid-cols-2">
          <Ranking
            title={`Users, ${period}`}
            rows={usage.members.map((row) => ({ ...row, id: row.userId, name: row.userName }))}
          />
          <Ranking
            title={`Agents, ${period}`}
            rows={usage.agents.map((row) => ({ ...row, id: row.agentId, name: row.agentName }))}
          />
        </div>
      )}
    </Section>
  )
}

interface RankingProps {
  title: string
  rows: readonly { id: string; name: string; minutes: number }[]
}

function Ranking({ title, rows }: RankingProps) {
  return (
    <div>
      <h4 className="mb-3 text-sm font-medium text-muted">{title}</h4>
      <RankedBars
        label={title}
        rows={rows.map(({ id, name, minutes }) => ({
          id,
          name,
          value: minutes,
          valueText: minutesText(minutes),
        }))}
      />
    </div>
  )
}

/** The purchased services, and the branded app, which an admin can grant without a purchase (D140). */
export function Services({ details: { organization, services } }: { details: Details }) {
  return (
    <Section title="Services Purchased">
      <Table
        caption="Services purchased"
        rows={services}
        rowKey={({ name }) => name}
        empty={<p className="text-muted">This organization has not bought anything yet.</p>}
        columns={[
          {
            title: 'Service',
            phone: 'lead',
            cell: ({ name, description }) => (
              <>
                <span className="block font-medium">{name}</span>
                <span className="block text-sm font-normal text-muted">{description}</span>
              </>
            ),
          },
          { title: 'Charged', phone: 'left', cell: ({ isMonthly }) => (isMonthly ? 'Monthly' : 'Setup') },
          { title: 'Amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
        ]}
      />
      <BrandedApp organization={organization} />
    </Section>
  )
}

function BrandedApp({ organization: { id, name, isAppBought, isAppGranted } }: Pick<Details, 'organization'>) {
  const mayChange = useDuty('people.change')
  const set = (isGranted: boolean) =>
    write(
      grantBrandedApp,
      { params: { organizationId: String(id) }, body: { isGranted } },
      isGranted ? {} : { failed: withdrawFailed, told: withdrawn },
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line p-4">
      <div className="min-w-0">
        <p className="font-medium">Branded app</p>
        <p className="text-sm text-muted">{describeApp(isAppBought, isAppGranted)}</p>
      </div>
      <ActButtons
        acts={[
          {
            label: 'Withdraw App',
            may: mayChange && isAppGranted,
            run: () => set(false),
            ask: {
              title: `Withdraw the app of ${name}?`,
              text: isAppBought
                ? 'It was also bought, so it can still be published.'
                : 'People can no longer open it, even if they installed it. Its settings are kept.',
              confirm: 'Withdraw App',
              keep: 'Keep App',
            },
          },
          { label: 'Grant App', may: mayChange && !isAppGranted && !isAppBought, run: () => set(true) },
        ]}
      />
    </div>
  )
}

const withdrawFailed = {
  title: 'Failed to withdraw the branded app',
  text: 'No changes were saved. Please try again.',
}
const withdrawn = {
  title: 'Branded App Withdrawn',
  description: 'It is no longer published.',
  tone: 'success',
} as const

function describeApp(isBought: boolean, isGranted: boolean): string {
  if (isBought) return isGranted ? 'Bought with the package, and granted by the platform.' : 'Bought with the package.'
  return isGranted ? 'Granted by the platform.' : 'Not bought. It can be set up, but not published.'
}
