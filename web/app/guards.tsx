import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { Me } from '#contract/identity/people.ts'
import { useArrivingPayment } from '#web/screens/billing/arriving-payment.ts'
import { configQuery } from '#web/client/config.ts'
import { meQuery } from '#web/client/me.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { isShutOut } from '#web/screens/frame/header/organization-access.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { loseSession } from '#web/client/session.ts'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { Arriving } from './arriving.tsx'

const NotFound = lazy(() => import('#web/screens/frame/not-found.tsx'))
const Landing = lazy(() => import('#web/screens/visitors/landing/landing.tsx'))
/** Screens for people whose subscription is over or overdue. */
const AccessEnded = lazy(async () => ({
  default: (await import('#web/screens/billing/subscription/access-ended.tsx')).AccessEnded,
}))
const ShutOut = lazy(async () => ({
  default: (await import('#web/screens/organizations/shut-out.tsx')).ShutOut,
}))
const ShutOutBanner = lazy(async () => ({
  default: (await import('#web/screens/organizations/shut-out.tsx')).ShutOutBanner,
}))
const PastDueBanner = lazy(async () => ({
  default: (await import('#web/screens/billing/subscription/past-due-banner.tsx')).PastDueBanner,
}))
/** Waiting for a payment is rare. */
const ArrivingPaymentWatch = lazy(async () => ({
  default: (await import('#web/screens/billing/paying/settle-payment.ts')).ArrivingPaymentWatch,
}))

interface Props {
  children: (user: Me) => ReactNode
}

/**
 * A screen for signed-in people. A visitor sees the landing page at this address with a link to sign in; a session that
 * ends while the screen is open leads to the sign-in page (D1, S019, S104).
 */
export function SignedIn({ children }: Props) {
  const me = useQuery(meQuery)
  const [wasSignedIn, setWasSignedIn] = useState(false)
  const payment = useArrivingPayment()
  const user = me.data
  if (user && !wasSignedIn) setWasSignedIn(true)
  if (user) {
    return (
      <>
        <Suspense>{payment && <ArrivingPaymentWatch user={user} payment={payment} />}</Suspense>
        {children(user)}
      </>
    )
  }
  if (user === null) return wasSignedIn ? <SessionLost /> : <SignedOutLanding />
  if (me.isError) return <LoadError what="your account" failed={me} />
  return <Arriving />
}

function SessionLost() {
  useEffect(() => loseSession(), [])
  return <PageSpinner label="Signing you out…" />
}

/** The landing page, in place of a screen that needs a session. */
function SignedOutLanding() {
  const [path] = useLocation()
  const search = useSearch()
  return <LandingPage continueTo={search ? `${path}?${search}` : path} />
}

/** The landing page with the public settings of the server. */
export function LandingPage({ continueTo }: { continueTo?: string }) {
  const config = useQuery(configQuery)
  if (config.isError) return <LoadError what="Luna" failed={config} />
  if (!config.data) return <Arriving />
  return <Landing hoursSavedText={config.data.hoursSavedText} continueTo={continueTo} />
}

/**
 * A screen for people with access: admins, people with a subscription, people of an organization (S144-S150, D5-D8).
 * The server decides; after a payment, people may wait here until it is credited (D38).
 */
export function Subscribed({ children }: Props) {
  return <SignedIn>{(user) => <WithAccess user={user}>{children(user)}</WithAccess>}</SignedIn>
}

/** A screen with the user's own data: it opens with or without access (D178). */
export function Own({ children }: Props) {
  return (
    <SignedIn>
      {(user) => (
        <>
          {isShutOut(user) ? <ShutOutBanner user={user} /> : user.hasAccess && <Overdue user={user} />}
          {children(user)}
        </>
      )}
    </SignedIn>
  )
}

/** A screen for platform admins; nobody else learns that it exists or loads its code (D142, S332). */
export function AdminOnly({ children }: Props) {
  return (
    <SignedIn>
      {(user) => {
        if (user.mustSetUpTwoFactor) return <SetUpTwoFactor />
        return user.role === 'admin' ? children(user) : <NotFound />
      }}
    </SignedIn>
  )
}

function WithAccess({ user, children }: { user: Me; children: ReactNode }) {
  const isPaymentArriving = useArrivingPayment() !== null
  if (user.hasAccess || isPaymentArriving) {
    return (
      <>
        <Overdue user={user} />
        {children}
      </>
    )
  }
  if (user.mustSetUpTwoFactor) return <SetUpTwoFactor />
  const { subscriptionStatus: status, organizationName } = user
  if (organizationName !== null) return <ShutOut user={user} />
  if (status === 'canceled' || status === 'past_due') return <AccessEnded user={user} />
  return <Redirect to={paths.register({ step: 'payment' })} replace />
}

/**
 * Shows what is overdue in the current context: the organization's payment for its admins, otherwise the user's own.
 */
function Overdue({ user }: { user: Me }) {
  const [path] = useLocation()
  const { organizationGraceEndsAt, subscriptionStatus, graceEndsAt } = user
  if (organizationGraceEndsAt) {
    const fixPath = paths.organizationDashboard({ tab: 'billing' })
    return <PastDueBanner graceEndsAt={organizationGraceEndsAt} fixPath={fixPath} />
  }
  // The screen where it is paid says so itself.
  if (subscriptionStatus !== 'past_due' || path === paths.subscribe()) return null
  return <PastDueBanner graceEndsAt={graceEndsAt} fixPath={paths.subscribe()} />
}

/** A platform admin's role is suspended until then (D27). */
function SetUpTwoFactor() {
  return <Redirect to={paths.profile({ part: 'two-factor' })} replace />
}
