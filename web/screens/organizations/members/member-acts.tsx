import { CircleSlash, Gauge, KeyRound, Send, Trash2, Undo2, UserCheck, UserCog } from 'lucide-react'
import { countText, minutesText } from '#contract/amounts.ts'
import type { Input } from '#contract/call.ts'
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

/** The people that acts are about. */
interface Chosen {
  people: readonly PersonRow[]
  /** The only person, if there is one. */
  only: PersonRow | undefined
  /** Whether they were chosen among others. */
  areOfMany: boolean
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
    const choose = (kind: PersonRow['kind'], keeps: (row: PersonRow) => boolean = () => true): Chosen => {
      const kept = people.filter((row) => row.kind === kind && keeps(row))
      const only = kept.length === 1 ? kept[0] : undefined
      return { people: kept, only, areOfMany: people.length > 1, scope, ownId, done }
    }
    const members = choose('member')
    const invited = choose('invited')
    const role = (value: OrganizationRole) => roleAct(members, value)
    const level = (value: AccessLevel) => levelAct(members, value)
    const limit = limitAct(members)
    const seat = [
      deactivateAct(choose('member', ({ isActive }) => isActive)),
      activateAct(choose('member', ({ isActive }) => !isActive)),
      removeAct(choose('member', ({ id }) => id !== ownId)),
    ]
    const invitation = [resendAct(invited), revokeAct(invited)]
    const list = [...placeChoices(members, role, level), limit, line, ...seat, line, ...invitation] as const
    return { role, level, limit, seat, invitation, list }
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

interface EachOptions {
  told?: null
  leaves?: true
}

/** An act that makes a write for each person in turn; several have one toast, which counts them. */
function eachAct(
  { people, only, scope, done }: Chosen,
  make: (input: Input<typeof removeMember>, options: EachOptions) => Promise<unknown>,
  counted: readonly [one: string, many: string],
) {
  const inputOf = ({ id }: PersonRow) => ({ params: { id }, query: scope })
  async function makeAll() {
    try {
      for (const person of people) await make(inputOf(person), { told: null, leaves: true })
    } finally {
      await readAgain()
    }
    showToast({ title: countText(people.length, ...counted), tone: 'success' })
  }
  return {
    may: people.length > 0,
    run: async () => {
      await (only ? make(inputOf(only), {}) : makeAll())
      done()
    },
  }
}

/** A question about several people; a single person was named by choosing the act. */
function askMany({ areOfMany }: Chosen, question: Question): { ask?: Question } {
  return areOfMany ? { ask: question } : {}
}

function roleAct(chosen: Chosen, role: OrganizationRole): Act {
  const { people, only, ownId } = chosen
  const who = countPeople(chosen)
  const isGain = role === 'admin'
  const oneTitle = only?.id === ownId ? 'Give up your admin role?' : `Make ${only?.name} a ${role}?`
  return {
    label: roleNames[role],
    run: () => change(chosen, { role }),
    ask: {
      text: effectOf(chosen, role),
      tone: !isGain && people.some((one) => one.role === 'admin') ? 'danger' : 'primary',
      ...(only
        ? {
            title: isGain ? `Make ${only.name} an admin?` : oneTitle,
            confirm: isGain ? 'Make Admin' : 'Change Role',
            keep: 'Keep Role',
          }
        : {
            title: `Change the role of ${who} to ${roleNames[role]}?`,
            confirm: `Change ${who}`,
            keep: 'Cancel',
          }),
    },
  }
}

/** Returns what a new role gives and takes. */
function effectOf({ people, only, ownId }: Chosen, role: OrganizationRole): string {
  const names = namesOf(people)
  if (role === 'admin') {
    return `${names} will be able to manage people, agents, branding and billing, and to change other admins' roles, including yours.`
  }
  if (only && only.id === ownId) {
    return "You'll lose access to this dashboard right away. Only another admin can make you an admin again."
  }
  const isOwnLoss = people.some((one) => one.id === ownId && one.role === 'admin')
  const admins = people.filter((one) => one.role === 'admin' && one.id !== ownId)
  const sentences = [
    admins.length > 0
      ? `${namesOf(admins)} will no longer be able to manage people, agents, branding and billing.`
      : `${names} will be able to see who else is on the team and to use the agents at their access level.`,
    `${only ? 'They keep' : 'Everyone keeps'} their seat and their conversations.`,
  ]
  return [...sentences, ...(isOwnLoss ? [ownLoss] : [])].join(' ')
}

const ownLoss = "You are one of them: you'll lose access to this dashboard right away."

function levelAct(chosen: Chosen, accessLevel: AccessLevel): Act {
  const who = countPeople(chosen)
  return {
    label: levelNames[accessLevel],
    run: () => change(chosen, { accessLevel }),
    ...askMany(chosen, {
      title: `Give ${who} the access level ${levelNames[accessLevel]}?`,
      text: `From their next conversation on, ${namesOf(chosen.people)} can use the agents up to this level.`,
      confirm: `Change ${who}`,
      keep: 'Cancel',
      tone: 'primary',
    }),
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
      label: only.monthlyLimitMinutes === null ? 'Set Limit' : 'Change Limit',
      run: () =>
        openForm({
          ...form,
          title: `Monthly minutes for ${only.name}`,
          description: `How many of the pool's minutes this person can use in a calendar month. ${limitEffect}`,
          call: changeMember,
          at: { params: { id: only.id }, query: scope },
          known: { monthlyLimitMinutes: only.monthlyLimitMinutes },
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

const setActive = (isActive: boolean) => (input: Input<typeof removeMember>, options: EachOptions) =>
  write(changeMember, { ...input, body: { isActive } }, options)

function deactivateAct(chosen: Chosen): Act {
  const { people, only, ownId } = chosen
  const seats = only ? 'The seat becomes free.' : 'Their seats become free.'
  const own = !only && people.some(({ id }) => id === ownId) ? ` ${ownLoss}` : ''
  return {
    ...eachAct(chosen, setActive(false), ['Member Updated', 'Members Updated']),
    label: 'Deactivate',
    icon: CircleSlash,
    ask: {
      title: `Deactivate ${objectOf(chosen)}?`,
      text: `${subjectOf(chosen)} will lose access to the organization's agents and minutes, and any live conversation there will end. ${seats} Past conversations stay in the figures.${own}`,
      confirm: only ? 'Deactivate Member' : `Deactivate ${countPeople(chosen)}`,
      keep: 'Keep Active',
    },
  }
}

function activateAct(chosen: Chosen): Act {
  const who = countPeople(chosen)
  return {
    ...eachAct(chosen, setActive(true), ['Member Updated', 'Members Updated']),
    label: 'Activate',
    icon: UserCheck,
    ...askMany(chosen, {
      title: `Activate ${who}?`,
      text: `${namesOf(chosen.people)} can use the organization's agents and minutes again. Each of them takes a seat.`,
      confirm: `Activate ${who}`,
      keep: 'Cancel',
      tone: 'primary',
    }),
  }
}

function removeAct(chosen: Chosen): Act {
  const { only } = chosen
  return {
    ...eachAct(chosen, (input, options) => write(removeMember, input, options), ['Member Removed', 'Members Removed']),
    label: 'Remove',
    icon: Trash2,
    ask: {
      title: `Remove ${objectOf(chosen)}?`,
      text: `${subjectOf(chosen)} will lose access to the organization's agents and minutes. Past conversations stay in the figures.`,
      confirm: only ? 'Remove Member' : `Remove ${countPeople(chosen)}`,
      keep: only ? 'Keep Member' : 'Keep Members',
    },
  }
}

function resendAct(chosen: Chosen): Act {
  const count = countText(chosen.people.length, 'Invitation')
  return {
    ...eachAct(chosen, (input, options) => write(resendInvitation, input, options), [
      'Invitation Sent',
      'Invitations Sent',
    ]),
    label: 'Resend',
    icon: Send,
    ...askMany(chosen, {
      title: `Resend ${count.toLowerCase()}?`,
      text: `${namesOf(chosen.people)} get new links, valid for ${invitationLimits.mailDays} days. Links in earlier emails stop working.`,
      confirm: `Send ${count}`,
      keep: 'Not Now',
      tone: 'primary',
    }),
  }
}

function revokeAct(chosen: Chosen): Act {
  const count = countText(chosen.people.length, 'Invitation')
  return {
    ...eachAct(chosen, (input, options) => write(revokeInvitation, input, options), [
      'Invitation Revoked',
      'Invitations Revoked',
    ]),
    label: 'Revoke',
    icon: Undo2,
    ...askMany(chosen, {
      title: `Revoke ${count.toLowerCase()}?`,
      text: `The links in the emails to ${namesOf(chosen.people)} stop working.`,
      confirm: `Revoke ${count}`,
      keep: 'Keep Invitations',
    }),
  }
}
