import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { Redirect, useLocation, useSearch, useSearchParams } from 'wouter'
import type { Me } from '#contract/identity/people.ts'
import { messageLimits, sendMessage } from '#contract/messages/messages.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import type { BrandedApp } from '#contract/organizations/app/branded-app.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { requiredText } from '#contract/required-text.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { failureOf, query, useCall } from '#web/client/api.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { meQuery } from '#web/client/me.ts'
import { organizationQuery, switchContext } from '#web/client/organization.ts'
import { useSignOut } from '#web/client/session.ts'
import { Button } from '#web/kit/button.tsx'
import { ActButtons } from '#web/kit/dialogs/acts.tsx'
import { ErrorPanel } from '#web/kit/error-panel.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { AssignedAgents, LoadingAgents } from '#web/screens/agents/assigned-agents.tsx'
import { useTalk } from '#web/screens/agents/talking.ts'
import { isShutOut } from '#web/screens/frame/header/organization-access.ts'
import { WithApp } from './frame.tsx'

/** /o/{slug}/agents: where members talk to this organization's agents (D141). */
export default function BrandedAppAgents() {
  return <WithApp>{(app) => <Area app={app} />}</WithApp>
}

function Area({ app }: { app: BrandedApp }) {
  const read = useQuery(meQuery)
  const [path] = useLocation()
  const search = useSearch()
  return (
    <Loaded read={read} what="your account" skeleton={<PageSpinner />}>
      {(me) =>
        me ? (
          <div className="in-order mx-auto w-full max-w-page px-4 py-8 sm:px-6 sm:py-12">
            <PageTitle text={`My Agents · ${app.appName}`} />
            <h1 className="mb-6 text-3xl font-semibold tracking-[-0.02em]">My Agents</h1>
            <AsMember app={app} me={me}>
              <MemberAgents app={app} isOpen={!isShutOut(me)} />
            </AsMember>
          </div>
        ) : (
          <Redirect to={paths.login({ next: search ? `${path}?${search}` : path })} replace />
        )
      }
    </Loaded>
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
  return (
    <Loaded read={read} what="your organizations" skeleton={<PageSpinner />}>
      {({ memberships }) => {
        if (!memberships.some(({ id }) => id === app.organizationId)) return <Stranger app={app} email={me.email} />
        if (me.organizationId !== app.organizationId) return <Switching app={app} />
        return children
      }}
    </Loaded>
  )
}

/**
 * The app works in its own organization, so a person who works in another one is switched, as in the header's menu
 * (D122).
 */
function Switching({ app: { appName, organizationId } }: { app: BrandedApp }) {
  const { mutate, isError } = useCall(switchOrganization, { done: switchContext })
  useEffect(() => mutate({ body: { organizationId } }), [mutate, organizationId])
  if (!isError) return <PageSpinner label={`Opening ${appName}…`} />
  return (
    <ErrorPanel title={`We could not open ${appName}`} onRetry={() => mutate({ body: { organizationId } })}>
      {failureOf(switchOrganization)?.text}
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

/**
 * The app as members see it: the agents at their level, and forms to ask for others (D141). Without the organization's
 * access nobody can talk (D129).
 */
function MemberAgents({ app, isOpen }: { app: BrandedApp; isOpen: boolean }) {
  const { organizationId } = app
  const list = useQuery(query(organizationAgents, { query: { organizationId } }))
  const [search, setSearch] = useSearchParams()
  const talkTo = useTalk()
  // An agent chosen before signing in is ready to talk.
  const requested = isOpen && list.data?.find(({ agentId, agent }) => agentId === search.get('talk') && agent.isActive)
  useEffect(() => {
    if (!requested) return
    setSearch((old) => withValue(old, 'talk', ''), { replace: true })
    talkTo({ ...requested.agent, id: requested.agentId })
  }, [requested, setSearch, talkTo])
  return (
    <>
      <Loaded read={list} what="your agents" skeleton={<LoadingAgents />}>
        {(all) => <AssignedAgents list={all} isHere isOpen={isOpen} onTalk={talkTo} level={2} />}
      </Loaded>
      <MemberForms app={app} />
    </>
  )
}

/** The forms that the organization has switched on; they send messages to its admins (D64, D141). */
function MemberForms({ app }: { app: BrandedApp }) {
  if (!app.enableAgentRequests && !app.enableFeedback) return null
  return (
    <section
      aria-labelledby="wishes"
      className="mt-12 rounded-card border border-line bg-surface p-4 shadow-raised sm:p-6"
    >
      <h2 id="wishes" className="text-lg font-semibold">
        Is something missing?
      </h2>
      <p className="mt-0.5 text-muted">Let the people who run {app.appName} know.</p>
      <div className="mt-4">
        <ActButtons
          acts={[
            { label: agentRequest.title, may: app.enableAgentRequests, run: () => openMessageForm(agentRequest) },
            { label: feedback.title, may: app.enableFeedback, run: () => openMessageForm(feedback) },
          ]}
        />
      </div>
    </section>
  )
}

interface MessageTexts {
  /** The label of the button and the title of the dialog. */
  title: string
  subjectLabel: string
  messageLabel: string
  /** Starts the subject, so that admins see what came from the app. */
  prefix: string
}

const agentRequest: MessageTexts = {
  title: 'Request an Agent',
  subjectLabel: 'Which agent is missing?',
  messageLabel: 'What should it do for you?',
  prefix: 'Agent request: ',
}

const feedback: MessageTexts = {
  title: 'Send Feedback',
  subjectLabel: 'What is it about?',
  messageLabel: "What works, and what doesn't?",
  prefix: 'Feedback: ',
}

function openMessageForm({ title, subjectLabel, messageLabel, prefix }: MessageTexts): void {
  void openForm({
    title,
    label: title,
    description: 'Your admins will read it and reply by message.',
    width: 'medium',
    call: sendMessage,
    fields: ['subject', 'message'],
    words: { subject: { label: subjectLabel }, message: { label: messageLabel, kind: 'area' } },
    checks: {
      subject: requiredText('This', messageLimits.subject - prefix.length),
      message: requiredText('This', messageLimits.message),
    },
    toBody: ({ subject, message }) => ({ subject: `${prefix}${String(subject)}`, message, audience: 'organization' }),
    told: { title: 'Message Sent', description: 'Your admins will see it in their messages.', tone: 'success' },
    submit: 'Send',
    pendingText: 'Sending…',
  })
}
