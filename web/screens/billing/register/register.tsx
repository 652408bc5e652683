import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import type { Me } from '#contract/identity/people.ts'
import { meQuery } from '#web/client/me.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { OverduePayment } from '#web/screens/billing/subscription/overdue-payment.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { planState, useHeldView } from '#web/screens/billing/subscription/plan-state.ts'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { Steps } from './steps.tsx'

/**
 * /register: details, package, payment. It starts at the package for an account without access, and with an open
 * invoice only that can be paid (S064, D4).
 */
export default function Register() {
  const me = useQuery(meQuery)
  const user = me.data
  const [view, hold] = useHeldView(user ? viewOf(user) : 'steps')
  if (user === undefined) return me.isError ? <LoadError what="Luna" failed={me} /> : <PageSkeleton kind="entry" />
  if (view === 'home') return <Redirect to={paths.home()} replace />
  if (user && view === 'overdue') return <OverduePayment user={user} onPaid={hold} />
  return <Steps user={user} onPaid={hold} />
}

function viewOf(user: Me): 'overdue' | 'home' | 'steps' {
  if (planState(user) === 'overdue') return 'overdue'
  return user.hasAccess ? 'home' : 'steps'
}
