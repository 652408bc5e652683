import { plainDollars } from '#contract/amounts.ts'
import type { AgentChange } from '#contract/agents/admin-agents.ts'
import type { AgentFields } from '#contract/agents/agent-fields.ts'
import { isTaken, type Tx } from '../database/sql.ts'
import { type Acting, recordAct } from '../audit/acts.ts'
import { type AgentRecord, createAgent, lockAgent, storeAgent } from './records.ts'
import { deletePicture } from './removing.ts'
import { refuseChanged } from '../kernel/changed-meanwhile.ts'
import { Refusal, refuse } from '../kernel/problem.ts'
import { findImageAt, storeImage } from '../images/images.ts'
import { endPrivateAccess, listPrivateAccess, mirrorPrivacy, setPrivateAccess } from './assignments.ts'
import { makePicture, type Picture } from '../images/picture.ts'
import { wouldShareDocuments } from './knowledge/policies.ts'
import { orderSounds } from './sounds/sounds.flow.ts'
import { hasVoice } from './voices/voices.ts'
import type { Services } from '../voice-provider/services.ts'
import { syncSavedAgent } from './provider-sync.flow.ts'
import { requireVersion } from './quality/versions.ts'

/** How platform admins make and change agents. Each act is recorded before the voice provider is updated (D148, D153). */

const nameTaken = () => new Refusal('name_taken', { field: 'name' })

async function withFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isTaken(error, 'agent_name') ? nameTaken() : error
  }
}

/** Creates an agent, or with organizations a private one that they may use (D125, D147). Returns its id. */
export async function addAgent(
  services: Services,
  by: Acting,
  fields: AgentFields,
  { organizationIds = [], image }: { organizationIds?: readonly number[]; image?: Buffer } = {},
): Promise<{ id: string }> {
  const isPrivate = organizationIds.length > 0
  if (fields.isPrivate && !isPrivate) refuse('organization_required', { field: 'organizationIds' })
  const picture = await readPicture(fields, image)
  const added = await withFreeName(() =>
    services.database.write(async (tx) => {
      const { rating, price, imageUrl, imageData: _stored, ...plain } = fields
      const given = await placePicture(tx, picture, imageUrl || null, null, by.at)
      const numbers = { price: toPrice(price), ratingTenths: toTenths(rating) }
      const record = { ...plain, ...emptyIsNone(fields), ...numbers, imageUrl: given, isPrivate }
      if (record.voiceId && !(await hasVoice(tx, record.voiceId))) refuse('unknown_voice', { field: 'voiceId' })
      const id = await createAgent(tx, { ...record, createdBy: by.adminId, at: by.at })
      if (!id) throw nameTaken()
      if (isPrivate && !(await setPrivateAccess(tx, { agentId: id, organizationIds, by: by.adminId, at: by.at }))) {
        refuse('organization_not_found', { field: 'organizationIds' })
      }
      const after = { ...record, ...(isPrivate && { organizationIds }) }
      await orderSounds(services, tx, id)
      await recordAct(tx, by, { action: 'agent.create', target: { kind: 'agent', id }, after })
      return { id }
    }),
  )
  await syncSavedAgent(services, added.id)
  return added
}

/** Changes the given fields of an agent; `reason` explains the act. */
export async function editAgent(
  services: Services,
  by: Acting,
  id: string,
  change: AgentChange,
  reason?: string,
): Promise<void> {
  const picture = await readPicture(change)
  await withFreeName(() =>
    services.database.write(async (tx) => {
      const before = (await lockAgent(tx, id)) ?? refuse('agent_not_found')
      const { rating, price, imageUrl, imageData: _stored, organizationIds, before: began, ...plain } = change
      refuseChanged(began, await asInForm(tx, id, before), change)
      const wanted = imageUrl === undefined ? before.imageUrl : imageUrl || null
      const after: AgentRecord = {
        ...before,
        ...withoutUndefined(plain),
        ...emptyIsNone({ ...before, ...withoutUndefined(plain) }),
        imageUrl: await placePicture(tx, picture, wanted, before.imageUrl, by.at),
        price: price === undefined ? before.price : toPrice(price),
        ratingTenths: rating === undefined ? before.ratingTenths : toTenths(rating),
      }
      if (after.voiceId && !(await hasVoice(tx, after.voiceId))) refuse('unknown_voice', { field: 'voiceId' })
      await storeAgent(tx, id, after, by)
      await orderSounds(services, tx, id)
      const isOther = before.isPrivate !== after.isPrivate
      if (isOther) await endPrivateAccess(tx, id)
      const access = after.isPrivate ? await changeAccess(tx, by, id, before.isPrivate, organizationIds) : null
      if (isOther) await mirrorPrivacy(tx, id, after.isPrivate)
      if (await wouldShareDocuments(tx, id)) refuse('documents_of_organization', { field: 'organizationIds' })
      if (before.imageUrl !== after.imageUrl) await deletePicture(tx, before.imageUrl)
      const target = { kind: 'agent', id } as const
      const changed = differences({ ...before, ...access?.before }, { ...after, ...access?.after })
      await recordAct(tx, by, { action: 'agent.update', target, ...changed, ...(reason && { reason }) })
    }),
  )
  await syncSavedAgent(services, id)
}

/** Returns an agent with the names and units of its form. */
async function asInForm(tx: Tx, id: string, { ratingTenths, ...record }: AgentRecord): Promise<object> {
  return { ...record, rating: ratingTenths / 10, organizationIds: await listPrivateAccess(tx, id) }
}

/**
 * Returns which organizations had a private agent and have it now, if they were given; it needs at least one (D147).
 */
async function changeAccess(
  tx: Tx,
  by: Acting,
  agentId: string,
  wasPrivate: boolean,
  wanted: readonly number[] | undefined,
): Promise<{ before: object; after: object } | null> {
  // Its organizations may have gone since, so other changes need no new ones.
  if (wasPrivate && !wanted) return null
  const present = await listPrivateAccess(tx, agentId)
  const organizationIds = wanted ?? present
  if (organizationIds.length === 0) refuse('organization_required', { field: 'organizationIds' })
  if (!wanted) return null
  if (!(await setPrivateAccess(tx, { agentId, organizationIds, by: by.adminId, at: by.at }))) {
    refuse('organization_not_found', { field: 'organizationIds' })
  }
  return { before: { organizationIds: present }, after: { organizationIds: await listPrivateAccess(tx, agentId) } }
}

/** Returns a picture that was sent in place of an uploaded one; null when none was sent. */
async function readPicture(
  { imageUrl, imageData }: Pick<AgentFields, 'imageUrl' | 'imageData'>,
  image?: Buffer,
): Promise<Picture | null> {
  if (image) return makePicture(image, 'large')
  if (imageUrl || !imageData) return null
  const [, base64] = /^data:image\/[a-z]+;base64,([\w+/]+=*)$/.exec(imageData) ?? []
  return makePicture(Buffer.from(base64 ?? '', 'base64'), 'large', 'imageData')
}

/** Returns the address of the agent's picture. An uploaded picture is stored; any other new address must exist. */
async function placePicture(
  tx: Tx,
  picture: Picture | null,
  wanted: string | null,
  present: string | null,
  at: Date,
): Promise<string | null> {
  if (picture) return storeImage(tx, picture, at)
  if (wanted !== null && wanted !== present && !(await findImageAt(tx, wanted)))
    refuse('unknown_image', { field: 'imageUrl' })
  return wanted
}

/** Turns an emptied id into null. */
function emptyIsNone(fields: Pick<AgentFields, 'elevenLabsAgentId' | 'voiceId'>) {
  return { elevenLabsAgentId: fields.elevenLabsAgentId || null, voiceId: fields.voiceId || null }
}

function withoutUndefined<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** Returns the price with cents, however it was typed. */
function toPrice(price: string): string {
  return plainDollars(Number(price))
}

function toTenths(rating: number): number {
  return Math.round(rating * 10)
}

/** Returns only what has changed. */
function differences(before: object, after: object): { before: object; after: object } {
  const was = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(was.get(key)) !== JSON.stringify(value))
  return { before: Object.fromEntries(changed.map(([key]) => [key, was.get(key)])), after: Object.fromEntries(changed) }
}

/**
 * Gives an agent the words of an earlier version by the same way as any other change of it, so that the provider, the
 * record of acts and the versions follow. Refuses when its words are not those in `before` (D187).
 */
export async function bringBack(
  services: Services,
  by: Acting,
  { agentId, revision }: { agentId: string; revision: number },
  before: Record<string, unknown> | undefined,
): Promise<void> {
  const version = await requireVersion(services.database.read, agentId, revision)
  const reason = `Version ${version.number} brought back`
  await editAgent(services, by, agentId, { ...version.words, before }, reason)
}
