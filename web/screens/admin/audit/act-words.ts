import { formatCents, formatMinutes, formatTenths, minutesText } from '#contract/amounts.ts'
import type { AdminAct } from '#contract/audit/acts.ts'
import { settingNames } from '#contract/settings/admin-settings.ts'

/** The audit log stores actions, names and values under their keys; people read them in words. */

const actNames: Record<string, string> = {
  'user.role': 'Changed role',
  'user.status': 'Changed status',
  'user.delete': 'Deleted user',
  'user.restore': 'Restored user',
  'user.signOut': 'Signed out everywhere',
  'subscription.end': 'Ended subscription',
  'conversation.end': 'Ended conversation',
  'mail.resend': 'Sent email again',
  'note.add': 'Added note',
  'note.delete': 'Deleted note',
  'organization.create': 'Created organization',
  'organization.status': 'Changed status',
  'organization.appGrant': 'Changed access to the app',
  'credits.adjust': 'Adjusted credits',
  'payment.refund': 'Refunded payment',
  'refund.request': 'Requested refund',
  'refund.approve': 'Approved refund',
  'refund.decline': 'Declined refund',
  'refund.withdraw': 'Withdrew refund request',
  'debt.forgive': 'Forgave debt',
  'payment.check': 'Checked payment',
  'dispute.evidence.save': 'Saved evidence',
  'dispute.evidence.submit': 'Submitted evidence',
  'dispute.evidence.file': 'Added file to evidence',
  'finding.accept': 'Accepted finding',
  'finding.reopen': 'Reopened finding',
  'agent_request.status': 'Changed agent request',
  'agent_request.undo': 'Undid change of agent request',
  'message.send': 'Sent message',
  'message.withdraw': 'Withdrew message',
  'message.answer': 'Answered message',
  'message.state': 'Changed conversation',
  'message.assign': 'Assigned conversation',
  'saved_answer.create': 'Added saved answer',
  'saved_answer.change': 'Changed saved answer',
  'saved_answer.delete': 'Deleted saved answer',
  'setting.change': 'Changed setting',
  'agent.create': 'Created agent',
  'agent.update': 'Changed agent',
  'agent.delete': 'Deleted agent',
  'agent.archive': 'Archived agent',
  'agent.sync': 'Synced agent',
  'agent.test': 'Tested agent',
  'agent.document.add': 'Added document',
  'agent.document.change': 'Changed document',
  'agent.document.remove': 'Removed document',
}

const valueNames: Record<string, string> = {
  agentId: 'Linked agent',
  assigneeId: 'Assigned to',
  cancelAtPeriodEnd: 'Ends with the paid month',
  elevenLabsAgentId: 'ElevenLabs agent ID',
  imageUrl: 'Picture',
  logoUrl: 'Logo',
  maxUsers: 'Seats',
  nextMaxUsers: 'Seats from the next renewal',
  organizationIds: 'Organizations',
  ratingTenths: 'Rating',
  userCategory: 'Category',
  voiceId: 'Voice',
  websiteUrl: 'Website',
}

const partNames = new Map([
  ['plan', 'Subscription'],
  ['refill', 'Auto-refill'],
])

/** Returns an action in words; other actions in organizations are stored under the name of their call. */
export function nameAct(action: string): string {
  return actNames[action] ?? inWords(action.replace(/^organization\./, ''))
}

/** Returns the name of the changed thing; a setting has the label of its field. */
export function nameTarget({ targetKind, targetId, targetName }: AdminAct): string {
  if (targetKind === 'setting')
    return targetId in settingNames ? settingNames[targetId as keyof typeof settingNames] : inWords(targetId)
  return targetName ?? targetId
}

/** Returns the changed values of an act, each with its name; `before` is null for a value that is new. */
export function changesOf({ before, after, names }: Pick<AdminAct, 'before' | 'after' | 'names'>) {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return keys.flatMap((key) => {
    const [was, is] = [before, after].map((values) => withNames(sayValue(key, values?.[key]), names))
    if (was === undefined || is === undefined || was === is) return []
    return [{ name: withNames(nameValue(key), names), before: key in (before ?? {}) ? was : null, after: is }]
  })
}

/** Returns recorded values as text for a file. */
export function sayValues(values: AdminAct['before'], names: AdminAct['names']): string {
  return withNames(listValues(values), names)
}

function listValues(values: AdminAct['before']): string {
  return Object.entries(values ?? {})
    .map(([key, value]) => `${nameValue(key)}: ${sayValue(key, value)}`)
    .join('; ')
}

/** Returns a text with the people and agents that it mentions by id. */
function withNames(text: string, names: AdminAct['names']): string {
  return text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names[id] ?? id)
}

/** Returns a name such as `user.role` or `agent_request` in words: "User role", "Agent request". */
export function inWords(name: string): string {
  const words = name
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the name of a value. The values of an organization's parts start with the part, such as `app is_active`. */
function nameValue(key: string): string {
  const [, part = '', own = ''] = /^(?:(.*) )?([^ ]*)$/.exec(key) ?? []
  const camel = own.replaceAll(/_([a-z])/g, (_, initial: string) => initial.toUpperCase())
  const plain = camel.replace(/Cents$/, '').replace(/^is(?=[A-Z])/, '')
  const name = valueNames[camel] ?? inWords(plain)
  if (!part) return name
  return `${partNames.get(part) ?? inWords(part)} ${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

function sayValue(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.map((item) => sayValue(key, item)).join(', ') || 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return listValues(value as AdminAct['before']) || 'none'
  if (typeof value === 'number') return sayNumber(key, value)
  if (typeof value !== 'string') return ''
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
}

function sayNumber(key: string, value: number): string {
  if (/cents$/i.test(key)) return formatCents(value)
  if (/^organization(Ids|s)$/.test(key)) return String(value)
  if (key === 'change') return `${value < 0 ? '−' : '+'}${minutesText(Math.abs(value))}`
  if (key === 'ratingTenths') return formatTenths(value / 10)
  // Every other fraction is of minutes.
  return formatMinutes(value)
}
