import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { formatDuration, formatMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { markMessageRead } from '#contract/messages/messages.ts'
import { organizationMessages, organizationConversations } from '#contract/organizations/dashboard.ts'
import { query, useCall } from '#web/client/api.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import { type TabProps } from '../scope.ts'
import { useConversationsPath } from '../usage/conversations-path.ts'
import { Checklist } from './checklist.tsx'

const shownSessions = 5

/** What is left to set up, the figures, and the latest conversations and messages from members (S385, S400, D64). */
export default function OverviewTab({ overview, scope }: TabProps) {
  return (
    <div className="flex flex-col gap-6">
      {overview.checklist && <Checklist overview={overview} checklist={overview.checklist} scope={scope} />}
      <StatTiles>
        <StatTile label="Total Members" value={overview.totalMembers} note={`of ${overview.maxUsers} seats`} />
        <StatTile label="Credit Balance" value={formatMinutes(overview.creditBalance)} note="minutes" />
        <StatTile label="Active Agents" value={overview.activeAgents} note="assigned" />
        <StatTile label="Monthly Usage" value={formatMinutes(overview.monthlyUsage ?? 0)} note="minutes this month" />
      </StatTiles>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <RecentConversations scope={scope} />
        <Messages scope={scope} />
      </div>
    </div>
  )
}

type ScopeProps = Pick<TabProps, 'scope'>

function RecentConversations({ scope }: ScopeProps) {
  const list = useQuery(query(organizationConversations, { query: { ...scope, limit: shownSessions } }))
  const conversationsPath = useConversationsPath()
  return (
    <Card
      title="Recent Sessions"
      description="Who talked to which agent. What they said stays private."
      aside={
        list.data &&
        list.data.length > 0 && (
          <LinkButton variant="secondary" size="dense" href={conversationsPath({})}>
            View All
          </LinkButton>
        )
      }
    >
      <Loaded
        read={list}
        what="the sessions"
        skeleton={<LoadingTab />}
        empty={<EmptyLine title="No sessions yet">Your members' sessions will appear here.</EmptyLine>}
      >
        {(sessions) => (
          <ul aria-label="Recent sessions" className="-my-3 divide-y divide-line">
            {sessions.map((session) => (
              <ConversationRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function ConversationRow({ session }: { session: Answer<typeof organizationConversations>[number] }) {
  return (
    <li className="flex items-center gap-4 py-3">
      <AgentPicture
        agent={{ name: session.agentName, imageUrl: session.agentImageUrl }}
        className="size-11 shrink-0 rounded-control text-lg"
      />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{session.agentName}</p>
        <p className="text-sm text-muted">
          <span className="break-words">{session.userName}</span> · <DateTime value={session.startedAt} withTime />
        </p>
      </div>
      {session.status === 'active' ? (
        <Badge tone="success">In progress</Badge>
      ) : (
        <p className="font-medium tabular">
          <span className="sr-only">Duration </span>
          <span translate="no">{formatDuration(session.durationSeconds)}</span>
        </p>
      )}
    </li>
  )
}

function Messages({ scope }: ScopeProps) {
  const list = useQuery(query(organizationMessages, { query: scope }))
  const unread = list.data?.filter(({ isUnread }) => isUnread).length ?? 0
  return (
    <Card title="Messages" aside={unread > 0 && <Badge tone="brand">{`${unread} unread`}</Badge>}>
      <Loaded
        read={list}
        what="the messages"
        skeleton={<LoadingTab />}
        empty={
          <EmptyLine title="No messages yet">
            Messages from your members, such as requests for minutes, will appear here.
          </EmptyLine>
        }
      >
        {(messages) => (
          <ul aria-label="Messages" className="-my-3 divide-y divide-line">
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function MessageRow({ message }: { message: Answer<typeof organizationMessages>[number] }) {
  const { id, inReplyTo, isOwn, isUnread, fromName, subject, createdAt } = message
  const read = useCall(markMessageRead, { told: { title: 'Marked as Read', tone: 'success' } })
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className={isUnread ? 'font-semibold' : 'font-medium'}>
        <TextLink href={paths.messages({ thread: inReplyTo ?? id })} quiet className="break-words text-text">
          {isUnread && <span className="sr-only">Unread: </span>}
          <span>{subject}</span>
        </TextLink>
      </p>
      <p className="text-sm text-muted">
        <span>{isOwn ? 'You' : fromName}</span> · <DateTime value={createdAt} withTime />
      </p>
      <p className="line-clamp-3 break-words whitespace-pre-line">{message.message}</p>
      {isUnread && (
        <div className="-ml-3">
          <Button
            variant="ghost"
            size="dense"
            icon={<Check aria-hidden className="size-4" />}
            pending={read.isPending}
            aria-label={`Mark as Read: ${subject}`}
            onClick={() => void read.submit({ params: { id } })}
          >
            Mark as Read
          </Button>
        </div>
      )}
    </li>
  )
}
