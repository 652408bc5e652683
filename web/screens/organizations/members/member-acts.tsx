import { CircleSlash, Gauge, KeyRound, Send, Trash2, Undo2, UserCheck, UserCog } from 'lucide-react'
import { countText, minutesText } from '#contract/amounts.ts'
import { invitationLimits, resendInvitation, revokeInvitation } from '#contract/organizations/invitations.ts'
import { changeMember, changeMembers, removeMember } from '#contract/organizations/members.ts'
import type { AccessLevel, OrganizationRole } from '#contract/organizations/ranks.ts'
import { write } from '#web/client/api.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { useMe } from '#web/client/me.ts'
import { readAgain } from '#web/client/query-client.ts'
import { type Act, type ActList, line } from '#web/kit/dialogs/acts.tsx'
import type { Question } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { levelNames, roleNames } from '../labels.ts'
import type { Scope } from '../scope.ts'
import { levelsFor, rolesFor } from './choices.ts'
import { namesOf, type PersonRow } from './people.ts'

/** Everything that an admin can do with people: the same acts for one person and for several (D128, D188). */

/** The people that acts are about, and those of them who it is. */
interface Chosen {
  people: readonly PersonRow[]
  /** The only person, if there is one. */
  only: PersonRow | undefined
  scope: Scope
  /** The id of the admin who acts. */
  ownId: string | undefined
  /** Called once something was done. */
  done: () => void
}

interface MemberActs {
  role: (role: OrganizationRole) => Act
  level: (level: AccessLevel) => Act
  limit: Act
  /** A seat taken away or given back, and the end of the membership. */
  seat: readonly Act[]
  invitation: readonly Act[]
  /** All of them. */
  list: ActList
}

/** Returns a function that returns the acts for these people; each acts on those of them whom it concerns. */
export function useMemberActs(scope: Scope) {
  const ownId = useMe()?.id
  return (people: readonly PersonRow[], done: () => void = () => undefined): MemberActs => {
    const only = (some: (row: PersonRow) => boolean): Chosen => {
      const kept = people.filter(some)
      return { people: kept, only: kept.length === 1 ? kept[0] : undefined, scope, ownId, done }
    }
    const members = only(({ kind }) => kind === 'member')
    const invited = only(({ kind }) => kind === 'invited')
    const role = (value: OrganizationRole) => roleAct(members, value)
    const level = (value: AccessLevel) => levelAct(members, value)
    const limit = limitAct(members)
    const seat = [
      deactivateAct(only(({ kind, isActive }) => kind === 'member' && isActive)),
      activateAct(only(({ kind, isActive }) => kind === 'member' && !isActive)),
      removeAct(only(({ kind, id }) => kind === 'member' && id !== ownId)),
    ]
    const invitation = [resendAct(invited), revokeAct(invited)]
    return {
      role,
      level,
      limit,
      seat,
      invitation,
      list: [...placeChoices(members, role, level), limit, line, ...seat, line, ...invitation],
    }
  }
}

/** The roles and levels to choose from, without those that everybody has. */
function placeChoices(
  { people, only }: Chosen,
  role: MemberActs['role'],
  level: MemberActs['level'],
): readonly [Act, Act] {
  const may = people.length > 0
  const roles = rolesFor(only?.role ?? 'member').filter(({ value }) => people.some((one) => one.role !== value))
  const levels = levelsFor(only?.accessLevel ?? 'standard').filter(({ value }) =>
    people.some(({ accessLevel }) => accessLevel !== value),
  )
  return [
    { label: 'Change Role', icon: UserCog, may, choices: roles.map(({ value }) => role(value)) },
    { label: 'Change Level', icon: KeyRound, may, choices: levels.map(({ value }) => level(value)) },
  ]
}

function countPeople({ people }: Chosen): string {
  return countText(people.length, 'person', 'people')
}

/** Returns `You` or the names, to begin a sentence. */
function subjectOf({ people, only, ownId }: Chosen): string {
  return only && only.id === ownId ? 'You' : namesOf(people)
}

/** Returns whom the title of a question is about. */
function objectOf(chosen: Chosen): string {
  const { only, ownId } = chosen
  if (!only) return countPeople(chosen)
  return only.id === ownId ? 'yourself' : only.name
}

type Change = Partial<Pick<PersonRow, 'role' | 'accessLevel'>>

/** Changes all of them or, if one cannot be changed, nobody. */
async function change({ people, only, scope, done }: Chosen, body: Change): Promise<void> {
  if (only) await write(changeMember, { params: { id: only.id }, query: scope, body })
  else await write(changeMembers, { query: scope, body: { ...body, ids: people.map(({ id }) => id) } }, manyUpdated)
  done()
}

const manyUpdated = {
  told: ({ changedCount }: { changedCount: number }) => ({
    title: countText(changedCount, 'Member Updated', 'Members Updated'),
    tone: 'success' as const,
  }),
}

/** Makes a write for each person in turn; several have one toast, which counts them. */
async function each(
  { people, only, done }: Chosen,
  make: (person: PersonRow, options: { told?: null; leaves?: true }) => Promise<unknown>,
  counted: readonly [one: string, many: string],
): Promise<void> {
  if (only) await make(only, {})
  else {
    try {
      for (const person of people) await make(person, { told: null, leaves: true })
    } finally {
      await readAgain()
    }
    showToast({ title: countText(people.length, ...counted), tone: 'success' })
  }
  done()
}

function roleAct(chosen: Chosen, role: OrganizationRole): Act {
  const { only } = chosen
  return {
    label: roleNames[role],
    ask: only ? roleQuestion(only, role, chosen.ownId) : rolesQuestion(chosen, role),
    run: () => change(chosen, { role }),
  }
}

function roleQuestion({ id, name, role: before }: PersonRow, role: OrganizationRole, ownId?: string): Question {
  const keep = 'Keep Role'
  if (role === 'admin') {
    const text = `${name} will be able to manage people, agents, branding and billing, and to change other admins' roles, including yours.`
    return { title: `Make ${name} an admin?`, text, confirm: 'Make Admin', keep, tone: 'primary' }
  }
  const confirm = 'Change Role'
  if (id === ownId) {
    const text = "You'll lose access to this dashboard right away. Only another admin can make you an admin again."
    return { title: 'Give up your admin role?', text, confirm, keep }
  }
  const title = `Make ${name} a ${role}?`
  if (before === 'admin') {
    const text = `${name} will no longer be able to manage people, agents, branding and billing. They keep their seat and their conversations.`
    return { title, text, confirm, keep }
  }
  const text = `${name} will also be able to see who else is on the team and to use the agents at their access level.`
  return { title, text, confirm, keep, tone: 'primary' }
}

function rolesQuestion(chosen: Chosen, role: OrganizationRole): Question {
  const { people, ownId } = chosen
  const who = countPeople(chosen)
  const title = `Change the role of ${who} to ${roleNames[role]}?`
  const words = { title, confirm: `Change ${who}`, keep: 'Cancel' }
  if (role === 'admin') {
    const text = `${namesOf(people)} will be able to manage people, agents, branding and billing, and to change other admins' roles, including yours.`
    return { ...words, text, tone: 'primary' }
  }
  const admins = people.filter((one) => one.role === 'admin' && one.id !== ownId)
  const sentences = [
    admins.length > 0
      ? `${namesOf(admins)} will no longer be able to manage people, agents, branding and billing.`
      : `${namesOf(people)} will be able to see who else is on the team and to use the agents at their access level.`,
    'Everyone keeps their seat and their conversations.',
    ...(people.some((one) => one.id === ownId && one.role === 'admin') ? [ownLoss] : []),
  ]
  const isLoss = people.some((one) => one.role === 'admin')
  return { ...words, text: sentences.join(' '), tone: isLoss ? 'danger' : 'primary' }
}

const ownLoss = "You are one of them: you'll lose access to this dashboard right away."

function levelAct(chosen: Chosen, accessLevel: AccessLevel): Act {
  const act = { label: levelNames[accessLevel], run: () => change(chosen, { accessLevel }) }
  if (chosen.only) return act
  const who = countPeople(chosen)
  return {
    ...act,
    ask: {
      title: `Give ${who} the access level ${levelNames[accessLevel]}?`,
      text: `From their next conversation on, ${namesOf(chosen.people)} can use the agents up to this level.`,
      confirm: `Change ${who}`,
      keep: 'Cancel',
      tone: 'primary',
    },
  }
}

const limitEffect = "We email them at 80% and at 100%. At 100%, they can't talk until next month."

/** Asks for the minutes per calendar month; the form of one person starts with their limit (D131, D187). */
function limitAct(chosen: Chosen): Act {
  const { people, only, scope, done } = chosen
  const form = { fields: ['monthlyLimitMinutes'], pendingText: 'Saving…', done } as const
  const act = { icon: Gauge, may: people.length > 0 }
  if (only) {
    return {
      ...act,
      label: only.monthlyLimit === null ? 'Set Limit' : 'Change Limit',
      run: () =>
        openForm({
          ...form,
          title: `Monthly minutes for ${only.name}`,
          description: `How many of the pool's minutes this person can use in a calendar month. ${limitEffect}`,
          call: changeMember,
          at: { params: { id: only.id }, query: scope },
          known: { monthlyLimitMinutes: only.monthlyLimit },
          texts: { monthlyLimitMinutes: (limit: number | null) => (limit === null ? 'No limit' : minutesText(limit)) },
          submit: 'Save',
        }),
    }
  }
  const who = countPeople(chosen)
  return {
    ...act,
    label: 'Set Limit',
    run: () =>
      openForm({
        ...form,
        ...manyUpdated,
        title: `Monthly minutes for ${who}`,
        description: `Each of them gets this limit in place of their own. ${limitEffect}`,
        call: changeMembers,
        at: { query: scope },
        toBody: (body) => ({ ...body, ids: people.map(({ id }) => id) }),
        submit: `Change ${who}`,
      }),
  }
}

function setActive(chosen: Chosen, isActive: boolean): Promise<void> {
  return each(
    chosen,
    ({ id }, options) => write(changeMember, { params: { id }, query: chosen.scope, body: { isActive } }, options),
    ['Member Updated', 'Members Updated'],
  )
}

function deactivateAct(chosen: Chosen): Act {
  const { people, only, ownId } = chosen
  const seats = only ? 'The seat becomes free.' : 'Their seats become free.'
  const own = !only && people.some(({ id }) => id === ownId) ? ` ${ownLoss}` : ''
  return {
    label: 'Deactivate',
    icon: CircleSlash,
    may: people.length > 0,
    run: () => setActive(chosen, false),
    ask: {
      title: `Deactivate ${objectOf(chosen)}?`,
      text: `${subjectOf(chosen)} will lose access to the organization's agents and minutes, and any live conversation there will end. ${seats} Past conversations stay in the figures.${own}`,
      confirm: only ? 'Deactivate Member' : `Deactivate ${countPeople(chosen)}`,
      keep: 'Keep Active',
    },
  }
}

function activateAct(chosen: Chosen): Act {
  const { people, only } = chosen
  const act: Act = {
    label: 'Activate',
    icon: UserCheck,
    may: people.length > 0,
    run: () => setActive(chosen, true),
  }
  if (only) return act
  const who = countPeople(chosen)
  const text = `${namesOf(people)} can use the organization's agents and minutes again. Each of them takes a seat.`
  return {
    ...act,
    ask: { title: `Activate ${who}?`, text, confirm: `Activate ${who}`, keep: 'Cancel', tone: 'primary' },
  }
}

function removeAct(chosen: Chosen): Act {
  const { people, only, scope } = chosen
  return {
    label: 'Remove',
    icon: Trash2,
    may: people.length > 0,
    run: () =>
      each(chosen, ({ id }, options) => write(removeMember, { params: { id }, query: scope }, options), [
        'Member Removed',
        'Members Removed',
      ]),
    ask: {
      title: `Remove ${objectOf(chosen)}?`,
      text: `${subjectOf(chosen)} will lose access to the organization's agents and minutes. Past conversations stay in the figures.`,
      confirm: only ? 'Remove Member' : `Remove ${countPeople(chosen)}`,
      keep: only ? 'Keep Member' : 'Keep Members',
    },
  }
}

function resendAct(chosen: Chosen): Act {
  const { people, only, scope } = chosen
  const count = countText(people.length, 'Invitation')
  const act: Act = {
    label: 'Resend',
    icon: Send,
    may: people.length > 0,
    run: () =>
      each(chosen, ({ id }, options) => write(resendInvitation, { params: { id }, query: scope }, options), [
        'Invitation Sent',
        'Invitations Sent',
      ]),
  }
  if (only) return act
  const text = `${namesOf(people)} get new links, valid for ${invitationLimits.mailDays} days. Links in earlier emails stop working.`
  const title = `Resend ${count.toLowerCase()}?`
  return { ...act, ask: { title, text, confirm: `Send ${count}`, keep: 'Not Now', tone: 'primary' } }
}

function revokeAct(chosen: Chosen): Act {
  const { people, only, scope } = chosen
  const count = countText(people.length, 'Invitation')
  const act: Act = {
    label: 'Revoke',
    icon: Undo2,
    may: people.length > 0,
    run: () =>
      each(chosen, ({ id }, options) => write(revokeInvitation, { params: { id }, query: scope }, options), [
        'Invitation Revoked',
        'Invitations Revoked',
      ]),
  }
  if (only) return act
  const text = `The links in the emails to ${namesOf(people)} stop working.`
  const title = `Revoke ${count.toLowerCase()}?`
  return { ...act, ask: { title, text, confirm: `Revoke ${count}`, keep: 'Keep Invitations' } }
}
