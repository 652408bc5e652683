import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import type { BrandedApp } from '#contract/organizations/app/branded-app.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { query } from '#web/client/api.ts'
import { AssignedAgents, LoadingAgents } from '#web/screens/agents/assigned-agents.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { useTalk } from '#web/screens/agents/talking.ts'
import { MemberForms } from './member-forms.tsx'

interface Props {
  app: BrandedApp
  /** Whether the organization has access; without it nobody can talk (D129). */
  isOpen: boolean
}

/** The app as members see it: the agents at their level, and forms to ask for others (D141). */
export function MemberAgents({ app, isOpen }: Props) {
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
      {list.isPending && <LoadingAgents />}
      {list.isError && <LoadError what="your agents" failed={list} />}
      {list.data && <AssignedAgents list={list.data} isHere isOpen={isOpen} onTalk={talkTo} level={2} />}
      <MemberForms app={app} />
    </>
  )
}
