import type { BodyOf, RowOf } from '../../kernel/serve.ts'
import { type agentDocument, documentLimits } from '#contract/agents/documents.ts'
import type * as calls from '#contract/agents/documents.ts'
import { allValues, countOf, first, firstValue, hasRows, type Read, type Tx } from '../../database/sql.ts'
import { refuseChanged } from '../../kernel/changed-meanwhile.ts'
import { refuse } from '../../kernel/problem.ts'

/** What agents have read, as we keep it. No other file writes its table. */

export interface Document extends RowOf<typeof agentDocument> {
  agentId: string
  organizationId: number | null
}

export interface NewDocument {
  agentId: string
  organizationId: number | null
  title: string
  kind: Document['kind']
  url?: string
  /** Empty while it is being read. */
  text?: string
  createdBy: string
  at: Date
}

/** Returns the title of a page until its text is there: its address. */
export function titleOfPage(url: string): string {
  const { hostname, pathname } = new URL(url)
  return `${hostname}${pathname === '/' ? '' : pathname}`.slice(0, documentLimits.title)
}

/** Returns an agent's documents whose titles hold `search`, the newest first. Those being removed are gone already. */
export function listDocuments(read: Read, agentId: string, search = ''): Promise<Document[]> {
  return read<Document>`
    select id, agent_id, organization_id, title, kind, url, length(text) as characters, state, reason, unread,
      is_always_read, created_at, updated_at
    from agent_document
    where agent_id = ${agentId} and state <> 'removing' and position(searchable(${search}) in searchable(title)) > 0
    order by created_at desc, id limit 1000`
}

/** Returns a document with its text; null when the agent has none of that id. */
export function findDocument(read: Read, agentId: string, id: string): Promise<(Document & { text: string }) | null> {
  return first(read<Document & { text: string }>`
    select id, agent_id, organization_id, title, kind, url, text, length(text) as characters, state, reason,
      unread, is_always_read, created_at, updated_at
    from agent_document where id = ${id} and agent_id = ${agentId} and state <> 'removing'`)
}

/** Adds a document to a locked agent unless it has `most` already. Returns its id, or null. */
export function addDocument(tx: Tx, document: NewDocument, most: number): Promise<string | null> {
  const { agentId, at, createdBy, kind, organizationId, text = '', title, url = null } = document
  const state = kind === 'file' ? 'reading' : 'sending'
  return firstValue(tx<{ id: string }>`
    insert into agent_document (agent_id, organization_id, title, kind, url, text, state, created_by, created_at,
      updated_at)
    select ${agentId}, ${organizationId}, ${title}, ${kind}, ${url}, ${text}, ${state}, ${createdBy}, ${at}, ${at}
    where (select count(*) from agent_document where agent_id = ${agentId} and state <> 'removing') < ${most}
    returning id`)
}

/** A text as it was read: with the title that it has itself, and the parts that were not read. */
export interface ReadText {
  text: string
  title: string | null
  unread: string | null
}

/** Notes the text of a file that was read, or why it has none. A document that was removed before stays removed. */
export async function noteRead(tx: Tx, id: string, result: ReadText | { reason: string }, at: Date): Promise<void> {
  const { reason, text, title, unread } = { text: '', title: null, unread: null, reason: null, ...result }
  await tx`
    update agent_document set text = ${text}, title = coalesce(${title}, title), unread = ${unread}, reason = ${reason},
      updated_at = ${at},
      state = case when ${reason}::text is null then 'sending' else 'failed' end
    where id = ${id} and state = 'reading'`
}

/** Notes that files whose reader has died were not read. */
export async function failInterrupted(tx: Tx, before: Date, reason: string, at: Date): Promise<void> {
  await tx`
    update agent_document set state = 'failed', reason = ${reason}, updated_at = ${at}
    where state = 'reading' and updated_at < ${before}`
}

/**
 * Stores a changed title or text, which goes to the provider. Refuses while the file is being read, and when somebody
 * else changed the same since (D187).
 */
export async function changeDocument(
  tx: Tx,
  id: string,
  change: BodyOf<typeof calls.changeDocument>,
  at: Date,
): Promise<void> {
  const { before, text = null, title = null } = change
  const [present] = await tx<{ title: string; text: string }>`
    select title, text from agent_document where id = ${id} for update`
  if (present) refuseChanged(before, present, change)
  const isChanged = await hasRows(tx`
    update agent_document set title = coalesce(${title}, title), text = coalesce(${text}, text), state = 'sending',
      reason = null, unread = case when ${text}::text is null then unread end, is_always_read = false,
      revision = revision + 1, updated_at = ${at}
    where id = ${id} and state not in ('reading', 'removing') returning id`)
  if (!isChanged) refuse('still_reading')
}

/** Takes a document away from its agent; its copy at the provider goes next. */
export async function beginRemoval(tx: Tx, id: string, at: Date): Promise<void> {
  await tx`
    update agent_document set state = 'removing', reason = null, unread = null, text = '', updated_at = ${at}
    where id = ${id}`
}

/** Takes all documents away from an agent that is deleted or archived. */
export async function beginRemovalOfAll(tx: Tx, agentId: string, at: Date): Promise<void> {
  await tx`
    update agent_document set state = 'removing', reason = null, unread = null, text = '', updated_at = ${at}
    where agent_id = ${agentId} and state <> 'removing'`
}

/** A document on its way to the provider or away from it. */
export interface MovingDocument {
  id: string
  title: string
  kind: Document['kind']
  url: string | null
  text: string
  state: 'sending' | 'indexing' | 'removing'
  revision: number
  providerDocumentId: string | null
}

/** Returns what has to be done at the provider for an agent, the oldest first. */
export function listMoving(read: Read, agentId: string): Promise<MovingDocument[]> {
  return read<MovingDocument>`
    select id, title, kind, url, text, state, revision, provider_document_id
    from agent_document where agent_id = ${agentId} and state in ('sending', 'indexing', 'removing')
    order by created_at, id`
}

/** Returns the agents for which something has to be done at the provider. */
export function listAgentsMoving(read: Read): Promise<string[]> {
  return allValues(read<{ agentId: string }>`
    select distinct agent_id from agent_document where state in ('sending', 'indexing', 'removing')`)
}

/** Notes the provider's id of a document before anything else, so that it is never sent twice. */
export async function noteProviderDocument(tx: Tx, id: string, providerDocumentId: string): Promise<void> {
  await tx`update agent_document set provider_document_id = ${providerDocumentId} where id = ${id}`
}

/** Notes that the provider has this state, which is indexed next; a change meanwhile is sent again. */
export async function noteSent(tx: Tx, { id, revision }: MovingDocument): Promise<void> {
  await tx`
    update agent_document set synced_revision = ${revision},
      state = case when revision = ${revision} then 'indexing' else state end
    where id = ${id} and state = 'sending'`
}

/** Notes the text of a page that the provider has read. Its own title takes the place of the address. */
export async function notePageText(
  tx: Tx,
  id: string,
  { text, title, unread }: ReadText,
  address: string,
): Promise<void> {
  await tx`
    update agent_document set text = ${text}, unread = ${unread},
      title = case when title = ${address} then coalesce(${title}, title) else title end
    where id = ${id} and text = ''`
}

/** Notes that the agent can answer from a document: by searching it, or by having it in mind. */
export async function noteReady(
  tx: Tx,
  { id, revision }: MovingDocument,
  isAlwaysRead: boolean,
  at: Date,
): Promise<void> {
  await tx`
    update agent_document set state = 'ready', is_always_read = ${isAlwaysRead}, updated_at = ${at}
    where id = ${id} and state = 'indexing' and revision = ${revision}`
}

/** Returns the characters that an agent always has in mind. */
export function alwaysReadCharacters(read: Read, agentId: string): Promise<number> {
  return countOf(read<{ characters: number }>`
    select coalesce(sum(length(text)), 0)::integer as characters from agent_document
    where agent_id = ${agentId} and is_always_read and state = 'ready'`)
}

/** Notes that a document cannot be used, in words for people. */
export async function noteFailed(tx: Tx, { id, revision }: MovingDocument, reason: string, at: Date): Promise<void> {
  await tx`
    update agent_document set state = 'failed', reason = ${reason}, updated_at = ${at}
    where id = ${id} and state in ('sending', 'indexing') and revision = ${revision}`
}

export async function eraseDocument(tx: Tx, id: string): Promise<void> {
  await tx`delete from agent_document where id = ${id} and state = 'removing'`
}

/** A document that an agent's settings at the provider name. */
export interface AttachedDocument {
  id: string
  title: string
  kind: Document['kind']
  providerDocumentId: string
  isAlwaysRead: boolean
}

/** Returns the documents that an agent answers from. */
export function listAttached(read: Read, agentId: string): Promise<AttachedDocument[]> {
  return read<AttachedDocument>`
    select id, title, kind, provider_document_id, is_always_read from agent_document
    where agent_id = ${agentId} and provider_document_id is not null and state in ('sending', 'indexing', 'ready')
    order by created_at, id`
}
