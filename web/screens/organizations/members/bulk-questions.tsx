import { countText } from '#contract/amounts.ts'
import type { AccessLevel, OrganizationRole } from '#contract/organizations/ranks.ts'
import { useMe } from '#web/client/me.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { levelNames, roleNames } from '../labels.ts'
import type { PersonRow } from './people.ts'

/** Confirmations of changes that affect several members right away (D188). */

/** What an admin is about to do to everybody who is selected; the limit has a form of its own. */
export type BulkTask =
  | { act: 'role'; role: OrganizationRole }
  | { act: 'level'; accessLevel: AccessLevel }
  | { act: 'limit' }

/** What changes for all of them. */
export interface MembersChange {
  role?: OrganizationRole
  accessLevel?: AccessLevel
  monthlyLimitMinutes?: number | null
}

interface Props {
  selected: readonly PersonRow[]
  task: BulkTask | null
  onClose: () => void
  onConfirm: (change: MembersChange) => Promise<unknown>
}

export function BulkQuestion({ selected, task, onClose, onConfirm }: Props) {
  const me = useMe()
  const asked = task === null || task.act === 'limit' ? null : task
  const words = asked && wordsOf(asked, selected, me?.id)
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={onClose}
      title={words?.title ?? ''}
      confirmLabel={words?.confirmLabel ?? ''}
      keepLabel="Cancel"
      tone={words?.isLoss ? 'danger' : 'primary'}
      onConfirm={() => {
        if (asked?.act === 'role') return onConfirm({ role: asked.role })
        if (asked?.act === 'level') return onConfirm({ accessLevel: asked.accessLevel })
        return undefined
      }}
    >
      {words?.sentences.join(' ')}
    </ConfirmDialog>
  )
}

/** Returns `Ada Reed`, `Ada Reed and Ben Cole`, or `Ada Reed, Ben Cole and 3 others`. */
export function namesOf(people: readonly PersonRow[]): string {
  const names = people.map(({ name }) => name)
  const [first = '', second = ''] = names
  if (names.length <= 2) return names.join(' and ')
  const others = names.length - 2
  return `${first}, ${second} and ${countText(others, 'other')}`
}

/** Returns `1 person` or `3 people`. */
export function countPeople(count: number): string {
  return countText(count, 'person', 'people')
}

type Asked = Exclude<BulkTask, { act: 'limit' }>

function wordsOf(task: Asked, selected: readonly PersonRow[], ownId: string | undefined) {
  const who = countPeople(selected.length)
  const names = namesOf(selected)
  if (task.act === 'level') {
    return {
      title: `Give ${who} the access level ${levelNames[task.accessLevel]}?`,
      sentences: [`From their next conversation on, ${names} can use the agents up to this level.`],
      confirmLabel: `Change ${who}`,
      isLoss: false,
    }
  }
  const title = `Change the role of ${who} to ${roleNames[task.role]}?`
  const confirmLabel = `Change ${who}`
  if (task.role === 'admin') {
    const effect = `${names} will be able to manage people, agents, branding and billing, and to change other admins' roles, including yours.`
    return { title, sentences: [effect], confirmLabel, isLoss: false }
  }
  const admins = selected.filter(({ role, id }) => role === 'admin' && id !== ownId)
  const sentences = [
    admins.length > 0
      ? `${namesOf(admins)} will no longer be able to manage people, agents, branding and billing.`
      : `${names} will be able to see who else is on the team and to use the agents at their access level.`,
    'Everyone keeps their seat and their conversations.',
    ...(selected.some(({ id, role }) => id === ownId && role === 'admin')
      ? ["You are one of them: you'll lose access to this dashboard right away."]
      : []),
  ]
  return { title, sentences, confirmLabel, isLoss: selected.some(({ role }) => role === 'admin') }
}
