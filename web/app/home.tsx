import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { Redirect } from 'wouter'
import { LandingPage } from './guards.tsx'
import { meQuery } from '#web/client/me.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Arriving } from './arriving.tsx'

/** Visitors never need it. */
const OrganizationHome = lazy(async () => ({ default: (await import('./organization-home.tsx')).OrganizationHome }))

/** The landing page for visitors; everybody else is redirected to their home (S014, S023-S029). */
export default function Home() {
  const me = useQuery(meQuery)
  // An admin's role is suspended until then (D27).
  if (me.data?.mustSetUpTwoFactor) return <Go to={paths.profile({ part: 'two-factor' })} />
  if (me.data) return me.data.role === 'admin' ? <Go to={paths.dashboard()} /> : <OrganizationHome user={me.data} />
  if (me.data === null) return <LandingPage />
  if (me.isError) return <LoadError what="Luna" failed={me} />
  return <Arriving />
}

function Go({ to }: { to: string }) {
  return <Redirect to={to} replace />
}
