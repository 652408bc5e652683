import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { BrandedApp } from '#contract/organizations/app/branded-app.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import type { Me } from '#contract/identity/people.ts'
import { useCall } from '#web/client/api.ts'
import { meQuery } from '#web/client/me.ts'
import { organizationQuery, switchContext } from '#web/client/organization.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { isShutOut } from '#web/screens/frame/header/organization-access.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useSignOut } from '#web/client/session.ts'
import { frameFailures } from '#web/screens/frame/toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { ErrorPanel } from '#web/kit/error-panel.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { MemberAgents } from './member-agents.tsx'
import { WithApp } from './with-app.tsx'

/** /o/{slug}/agents: where members talk to this organization's agents (D141). */
export default function BrandedAppAgents() {
  return <WithApp>{(app) => <Area app={app} />}</WithApp>
}

function Area({ app }: { app: BrandedApp }) {
  const read = useQuery(meQuery)
  const [path] = useLocation()
  const search = useSearch()
  const me = read.data
  if (me === undefined) return read.isError ? <LoadError what="your account" failed={read} /> : <PageSpinner />
  if (me === null) return <Redirect to={paths.login({ next: search ? `${path}?${search}` : path })} replace />
  return (
    <div className="in-order mx-auto w-full max-w-page px-4 py-8 sm:px-6 sm:py-12">
      <PageTitle text={`My Agents · ${app.appName}`} />
      <h1 className="mb-6 text-3xl font-semibold tracking-[-0.02em]">My Agents</h1>
      <AsMember app={app} me={me}>
        <MemberAgents app={app} isOpen={!isShutOut(me)} />
      </AsMember>
    </div>
  )
}

interface Props {
  app: BrandedApp
  me: Me
  children: ReactNode
}

/** Shows the page to members, and tells others how to join. */
function AsMember({ app, me, children }: Props) {
  const read = useQuery(organizationQuery)
  if (read.isPending) return <PageSpinner />
  if (read.isError) return <LoadError what="your organizations" failed={read} />
  if (!read.data.memberships.some(({ id }) => id === app.organizationId)) return <Stranger app={app} email={me.email} />
  if (me.organizationId !== app.organizationId) return <Switching app={app} />
  return children
}

/**
 * The app works in its own organization, so a person who works in another one is switched, as in the header's menu
 * (D122).
 */
function Switching({ app }: { app: BrandedApp }) {
  const { mutate, isError } = useCall(switchOrganization, {
    failed: frameFailures.switchContext,
    done: switchContext,
  })
  const { organizationId } = app
  useEffect(() => mutate({ body: { organizationId } }), [mutate, organizationId])
  if (!isError) return <PageSpinner label={`Opening ${app.appName}…`} />
  return (
    <ErrorPanel title={`We could not open ${app.appName}`} onRetry={() => mutate({ body: { organizationId } })}>
      {frameFailures.switchContext.text}
    </ErrorPanel>
  )
}

function Stranger({ app: { appName, contactInfo, slug }, email }: { app: BrandedApp; email: string }) {
  const leave = useSignOut(paths.login({ next: paths.brandedAgents(slug) }))
  return (
    <section className="max-w-prose rounded-card border border-line bg-surface p-4 shadow-raised sm:p-6">
      <h2 className="text-lg font-semibold wrap-anywhere">You're not a member of {appName} yet</h2>
      <p className="mt-2 text-muted wrap-anywhere">
        You're signed in as {email}. Only members can talk to these agents. Ask {appName} for an invitation.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {contactInfo.email && (
          <LinkButton reload href={`mailto:${contactInfo.email}?subject=${encodeURIComponent('Please invite me')}`}>
            Ask for an Invitation
          </LinkButton>
        )}
        <Button variant="secondary" onClick={leave}>
          Switch Account
        </Button>
      </div>
    </section>
  )
}
