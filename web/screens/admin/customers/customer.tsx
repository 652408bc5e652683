import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { customer, type CustomerPlan, endSubscription, signOutCustomer } from '#contract/admin/customers.ts'
import type { AdminUser } from '#contract/admin/users.ts'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { formatDate } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, write } from '#web/client/api.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { useMe } from '#web/client/me.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { ActButtons, Acts } from '#web/kit/dialogs/acts.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { roleNames as memberRoles } from '#web/screens/organizations/labels.ts'
import { ForDuty, SubjectPage } from '../for-duty.tsx'
import { nameRole, statusOf } from '../labels.ts'
import { Facts } from '../organizations/section.tsx'
import { nameOf } from '../person-name.tsx'
import { whatEnded } from '../refunding.ts'
import { useDuty } from '../use-duty.ts'
import { useUserActs } from '../users/user-acts.tsx'
import { Notes, LiveBanners, whileLive, StandingCard, TimelineCard } from './cards.tsx'

type Customer = Answer<typeof customer>

/** /admin/users/{id}: everything about one person, and what the team can do for them. */
export default function CustomerScreen() {
  return (
    <ForDuty duty="people.read" title="Customer" what="customer pages">
      <CustomerPage />
    </ForDuty>
  )
}

function CustomerPage() {
  const { id } = useParams<{ id: string }>()
  const read = useQuery({ ...query(customer, { params: { id } }), staleTime: 0, refetchInterval: whileLive })
  return (
    <SubjectPage
      read={read}
      title="Customer"
      what="this customer"
      list={{ href: paths.admin({ tab: 'users' }), name: 'Users' }}
      unknown={{
        title: 'This user does not exist',
        text: 'The link may be wrong or out of date.',
        all: 'See All Users',
      }}
    >
      {(about, above) => <About about={about} above={above} />}
    </SubjectPage>
  )
}

function About({ about, above }: { about: Customer; above: ReactNode }) {
  const { id, user } = about
  const acts = useUserActs()
  return (
    <Page
      title={user ? nameOf(user) : 'Erased person'}
      description={user?.email}
      above={above}
      actions={
        user && (
          <>
            <SignOut user={user} deviceCount={about.devices.length} />
            <Acts id={`actions-${id}`} of={nameOf(user)} acts={acts?.(user) ?? []} />
          </>
        )
      }
    >
      <div className="in-order flex flex-col gap-6">
        <LiveBanners live={about.live} />
        <Who about={about} />
        <StandingCard
          standing={about}
          title="Plan and Balance"
          aside={user && about.plan && <EndSubscription person={{ id, name: nameOf(user) }} plan={about.plan} />}
        />
        <div className="grid gap-6 lg:grid-cols-2">
          <Notes notes={about.notes} whose={{ kind: 'user', id }} />
          <Devices devices={about.devices} />
        </div>
        <TimelineCard whose={{ kind: 'user', id }} />
      </div>
    </Page>
  )
}

/** Who somebody is. Of a person who was erased only money and minutes are left (D28). */
function Who({ about }: { about: Customer }) {
  const { user, erasedAt, createdAt } = about
  if (!user) {
    return (
      <Banner tone="info" title={erasedAt ? `Erased on ${formatDate(erasedAt)}` : 'Erased'}>
        Name, address and words are gone. Payments and minutes stay without a name.
      </Banner>
    )
  }
  const status = statusOf(user)
  return (
    <Card title="Profile" aside={<Badge tone={status.tone}>{status.label}</Badge>}>
      <Facts
        facts={[
          ['Email', `${user.email}, ${about.isEmailConfirmed ? 'confirmed' : 'not confirmed'}`],
          ['Role', nameRole(user)],
          ['Member since', formatDate(createdAt)],
          ['Two-factor sign-in', about.twoFactorSince ? `On since ${formatDate(about.twoFactorSince)}` : 'Off'],
          ['Organizations', <Organizations key="organizations" user={user} />],
          ...(user.erasedAt ? ([['Will be erased', formatDate(user.erasedAt)]] as const) : []),
        ]}
      />
    </Card>
  )
}

function Organizations({ user: { organizations } }: { user: NonNullable<Customer['user']> }) {
  if (organizations.length === 0) return 'None'
  return (
    <ul>
      {organizations.map(({ id, name, role }) => (
        <li key={id}>
          <TextLink href={paths.adminOrganization(id)}>{name}</TextLink>, {memberRoles[role].toLowerCase()}
        </li>
      ))}
    </ul>
  )
}

/** Where a person is signed in, by browser. */
function Devices({ devices }: Pick<Customer, 'devices'>) {
  return (
    <Card title="Active Sign-Ins" description="Browsers in which this person is signed in.">
      {devices.length === 0 && <EmptyLine title="Not signed in anywhere" />}
      <ul aria-label="Browsers" className="flex flex-col divide-y divide-line">
        {devices.map(({ browser, firstSeenAt, lastSeenAt }) => (
          <li key={`${firstSeenAt} ${lastSeenAt}`} className="py-2">
            <p className="font-medium">{browser ?? 'Unknown browser'}</p>
            <p className="text-sm text-muted">
              Since <DateTime value={firstSeenAt} withTime /> · last seen <DateTime value={lastSeenAt} withTime />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Signs a person out in every browser, after a question. Only owners sign staff out, and nobody themselves. */
function SignOut({ user, deviceCount }: { user: AdminUser; deviceCount: number }) {
  const me = useMe()
  const mayChange = useDuty('people.change')
  const mayChangeStaff = useDuty('roles.change')
  const may = mayChange && (user.role !== 'admin' || mayChangeStaff) && me?.id !== user.id && !user.deletedAt
  const signOut = () =>
    ask({
      title: `Sign ${nameOf(user)} out everywhere?`,
      text: `They will be signed out of ${countText(deviceCount, 'browser')} and must sign in again. A live conversation goes on.`,
      confirm: 'Sign Out',
      keep: 'Keep Signed In',
      act: () => write(signOutCustomer, { params: { id: user.id } }),
    })
  return (
    <ActButtons
      acts={[{ label: 'Sign Out Everywhere', may, disabled: deviceCount === 0, run: () => void signOut() }]}
    />
  )
}

/** Ends a person's running subscription, with a reason (D206); nothing where there is nothing to end. */
function EndSubscription({ person, plan }: { person: { id: string; name: string }; plan: CustomerPlan }) {
  const runs = plan.state === 'renews' || plan.state === 'grace'
  const may = useDuty('money.change') && runs
  return <ActButtons acts={[{ label: 'End Subscription', may, run: () => void openEnding(person, plan) }]} />
}

function openEnding({ id, name }: { id: string; name: string }, { state, at }: CustomerPlan): Promise<unknown> {
  return openForm({
    title: `End ${name}’s subscription?`,
    call: endSubscription,
    at: { params: { id } },
    words: { reason: { help: 'Kept in the audit log. The customer does not see it.' } },
    told: ({ accessEndsAt }) => ({
      title: 'Subscription Ended',
      description: whatEnded(accessEndsAt),
      tone: 'success',
    }),
    cancel: 'Keep Subscription',
    submit: 'End Subscription',
    pendingText: 'Ending…',
    tone: 'danger',
    children: (
      <p>
        {state === 'grace' || at === null
          ? 'Access ends at once, and the open payment is no longer charged. They can subscribe again at any time.'
          : `They keep access until ${formatDate(at)} and are not charged again. Until then, they can resume it themselves.`}
      </p>
    ),
  })
}
