import type { bulkInvite } from '#contract/organizations/bulk-invitations.ts'
import * as z from 'zod/mini'
import { emailField } from '#contract/identity/fields.ts'
import { normalizeText } from '#contract/identity/typed-text.ts'
import { isSingleLine, notOneLine } from '#contract/single-line.ts'
import type { Tx } from '../../database/sql.ts'
import { createBatch, listOpenOfBatch, renewBatch } from './bulk-invitations.ts'
import { createInvitation, findOpenInvitation, readSeats, renewInvitation } from './invitations.ts'
import { refuse } from '../../kernel/problem.ts'
import { findMemberByEmail } from './members.ts'
import { lockOrganization } from '../organizations.ts'
import { countFreeSeats } from '../policies.ts'
import type { Services } from '../../conversations/services.ts'
import { dayMs, type Inviting, isMailedSince, mailInvitation, mailOnce, refuseMails } from './inviting.ts'
import type { BodyOf, RowOf } from '../../kernel/serve.ts'

/** Many invitations at once, checked row by row before any is sent (D118). */

export type BulkRow = BodyOf<typeof bulkInvite>['rows'][number]

export type JudgedRow = RowOf<typeof bulkInvite>['rows'][number]

export type Bulk = BodyOf<typeof bulkInvite>

export type BulkInvited = Omit<RowOf<typeof bulkInvite>, 'bulkInvitation'> & { batchId: string | null }

/** Checks rows one by one and, unless it is a dry run, invites the valid ones, all or none (D118). */
export async function inviteInBulk(tx: Tx, services: Services, by: Inviting, bulk: Bulk): Promise<BulkInvited> {
  const { at } = by
  const { organizationId } = by.member
  await lockOrganization(tx, organizationId)
  const rows = await judgeRows(tx, organizationId, bulk.rows, at)
  const seatsLeft = countFreeSeats(await readSeats(tx, organizationId, at))
  if (bulk.dryRun) return { rows, seatsLeft, sentCount: 0, batchId: null }
  const valid = rows.filter(({ state }) => state === 'valid')
  if (valid.length === 0) refuse('nobody_to_invite')
  if (valid.length > seatsLeft) refuse('seats_full')
  await refuseMails(
    tx,
    services,
    by,
    valid.map(({ email }) => email),
  )
  const { role, accessLevel, userCategory, batchName, note: description } = bulk
  const expiresAt = new Date(at.getTime() + bulk.expiresInDays * dayMs)
  const common = {
    organizationId,
    role,
    accessLevel,
    userCategory,
    description,
    invitedBy: by.person.id,
    expiresAt,
    at,
  }
  const batchId = await createBatch(tx, { ...common, batchName, totalInvites: valid.length })
  for (const { email, firstName, lastName } of valid) {
    const kind = { invitationType: 'bulk', bulkInviteId: batchId } as const
    const made = await createInvitation(tx, { ...common, ...kind, email, firstName, lastName })
    await mailInvitation(tx, services, by, { ...made, isNew: true })
  }
  return { rows, seatsLeft: seatsLeft - valid.length, sentCount: valid.length, batchId }
}

async function judgeRows(tx: Tx, organizationId: number, rows: BulkRow[], at: Date): Promise<JudgedRow[]> {
  const seen = new Set<string>()
  const judged: JudgedRow[] = []
  for (const row of rows) {
    const given = { firstName: normalizeText(row.firstName ?? ''), lastName: normalizeText(row.lastName ?? '') }
    const parsed = z.safeParse(emailField, row.email)
    const email = parsed.success ? parsed.data : row.email.trim()
    const { state, message } = parsed.success
      ? await judge(tx, organizationId, email, given, seen, at)
      : { state: 'invalid' as const, message: reasonOf(email, parsed.error.issues[0]?.message) }
    seen.add(email)
    judged.push({ email, ...given, state, message })
  }
  return judged
}

function reasonOf(email: string, message = 'Valid email is required'): string {
  return email === '' ? 'This row has no email address.' : message
}

async function judge(
  tx: Tx,
  organizationId: number,
  email: string,
  { firstName, lastName }: { firstName: string; lastName: string },
  seen: Set<string>,
  at: Date,
): Promise<Pick<JudgedRow, 'state' | 'message'>> {
  if (Math.max(firstName.length, lastName.length) > 100) {
    return { state: 'invalid', message: 'Please use at most 100 characters for each name.' }
  }
  if (!isSingleLine(firstName + lastName)) return { state: 'invalid', message: notOneLine }
  if (seen.has(email)) return { state: 'duplicate', message: 'This address appears twice.' }
  if ((await findMemberByEmail(tx, organizationId, email))?.isActive) {
    return { state: 'member', message: 'This person is already a member.' }
  }
  if (await findOpenInvitation(tx, organizationId, email, at)) {
    return { state: 'invited', message: 'This person already has an open invitation.' }
  }
  return { state: 'valid', message: null }
}

/** Mails every open invitation of a batch again, each with a new link. Returns how many are open. */
export async function resendBatch(
  tx: Tx,
  services: Services,
  by: Inviting,
  batchId: string,
  days: number,
): Promise<number> {
  const { at } = by
  await lockOrganization(tx, by.member.organizationId)
  const open = await listOpenOfBatch(tx, by.member.organizationId, batchId, at)
  if (open.length === 0) refuse('bulk_invitation_not_found')
  const due = open.filter((one) => !isMailedSince(one, by))
  await refuseMails(
    tx,
    services,
    by,
    due.map(({ email }) => email),
  )
  const renewed = { expiresAt: new Date(at.getTime() + days * dayMs), at }
  await renewBatch(tx, batchId, renewed)
  for (const { id } of due) {
    const secret = await renewInvitation(tx, id, renewed)
    await mailOnce(tx, services, by, { id, secret, isNew: false })
  }
  return open.length
}
