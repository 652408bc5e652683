import type { OrganizationRole } from '#contract/organizations/ranks.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import type { PersonRow } from './people.ts'

/** Confirmations of changes that affect a member right away (D188). */

/** What an admin is about to do; `role` names the new role. */
export type MemberTask = { act: 'deactivate' } | { act: 'remove' } | { act: 'role'; role: OrganizationRole }

interface Words {
  title: string
  text: string
  confirmLabel: string
  keepLabel: string
  tone?: 'primary'
}

interface Props {
  row: PersonRow
  isOwn: boolean
  /** The change to ask about; null for none. */
  task: MemberTask | null
  onClose: () => void
  onConfirm: (task: MemberTask) => Promise<unknown>
}

export function MemberQuestion({ row, isOwn, task, onClose, onConfirm }: Props) {
  const words = task && wordsOf(task, row, isOwn)
  return (
    <ConfirmDialog
      open={task !== null}
      onClose={onClose}
      title={words?.title ?? ''}
      confirmLabel={words?.confirmLabel ?? ''}
      keepLabel={words?.keepLabel ?? ''}
      {...(words?.tone && { tone: words.tone })}
      onConfirm={() => (task ? onConfirm(task) : undefined)}
    >
      {words?.text}
    </ConfirmDialog>
  )
}

function wordsOf(task: MemberTask, row: PersonRow, isOwn: boolean): Words {
  if (task.act === 'role') return wordsOfRole(task.role, row, isOwn)
  const name = isOwn ? 'yourself' : row.name
  const who = isOwn ? 'You' : row.name
  if (task.act === 'deactivate') {
    return {
      title: `Deactivate ${name}?`,
      text: `${who} will lose access to the organization's agents and minutes, and any live conversation there will end. The seat becomes free. Past conversations stay in the figures.`,
      confirmLabel: 'Deactivate Member',
      keepLabel: 'Keep Active',
    }
  }
  return {
    title: `Remove ${name}?`,
    text: `${who} will lose access to the organization's agents and minutes. Past conversations stay in the figures.`,
    confirmLabel: 'Remove Member',
    keepLabel: 'Keep Member',
  }
}

function wordsOfRole(role: OrganizationRole, row: PersonRow, isOwn: boolean): Words {
  const keepLabel = 'Keep Role'
  if (role === 'admin') {
    const text = `${row.name} will be able to manage people, agents, branding and billing, and to change other admins' roles, including yours.`
    return { title: `Make ${row.name} an admin?`, text, confirmLabel: 'Make Admin', keepLabel, tone: 'primary' }
  }
  const confirmLabel = 'Change Role'
  if (isOwn) {
    const text = "You'll lose access to this dashboard right away. Only another admin can make you an admin again."
    return { title: 'Give up your admin role?', text, confirmLabel, keepLabel }
  }
  const title = `Make ${row.name} a ${role}?`
  if (row.role === 'admin') {
    const text = `${row.name} will no longer be able to manage people, agents, branding and billing. They keep their seat and their conversations.`
    return { title, text, confirmLabel, keepLabel }
  }
  const text = `${row.name} will also be able to see who else is on the team and to use the agents at their access level.`
  return { title, text, confirmLabel, keepLabel, tone: 'primary' }
}
