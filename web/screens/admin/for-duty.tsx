import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Duty } from '#contract/identity/staff.ts'
import { staffRoleNames } from '#contract/identity/staff.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { useDuty } from './use-duty.ts'

interface Props {
  duty: Duty
  /** The page's heading, also for those who may not read it. */
  title: string
  /** What the staff role lacks, to complete "Your role doesn’t include …"; the title unless given. */
  what?: string
  children: ReactNode
}

/** A page of the panel for staff with a duty; others learn who can open it. */
export function ForDuty({ duty, title, what = title, children }: Props) {
  if (useDuty(duty)) return children
  return (
    <Page title={title} above={<ParentLink href={paths.admin()} name="Admin Panel" />}>
      <NotYours what={what} />
    </Page>
  )
}

/** Says that a part of the panel is not for this person's staff role, and where to ask. */
export function NotYours({ what }: { what: string }) {
  const role = useMe()?.staffRole
  return (
    <EmptyState
      title={`Your role doesn’t include ${what}`}
      action={
        <LinkButton href={paths.admin()} variant="secondary">
          Open Admin Panel
        </LinkButton>
      }
    >
      {role && `Your staff role is ${staffRoleNames[role]}. `}An owner can change it under Users.
    </EmptyState>
  )
}

interface SubjectProps<Data> {
  read: UseQueryResult<Data>
  /** The heading until it is read. */
  title: string
  /** Names it, to complete "Loading …". */
  what: string
  /** The list that it is from. */
  list: { href: string; name: string }
  /** Shown where there is no such thing; `all` leads to the list. */
  unknown: { title: string; text: string; all: string }
  children: (data: Data, above: ReactNode) => ReactNode
}

/** The page of one thing that the address names, or that it loads, fails or does not exist. */
export function SubjectPage<Data>({ read, title, what, list, unknown, children }: SubjectProps<Data>) {
  const above = <ParentLink href={list.href} name={list.name} />
  if (read.data !== undefined) return children(read.data, above)
  return (
    <Page title={title} above={above}>
      <Loaded
        read={read}
        what={what}
        unknown={
          <EmptyState title={unknown.title} action={<LinkButton href={list.href}>{unknown.all}</LinkButton>}>
            {unknown.text}
          </EmptyState>
        }
      >
        {() => null}
      </Loaded>
    </Page>
  )
}
