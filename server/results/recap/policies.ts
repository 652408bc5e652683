import { includesDuty } from '#contract/identity/staff.ts'
import type { Read, Row } from '../../database/sql.ts'
import { listMemberships } from '../../identity/memberships.ts'
import type { Person } from '../../identity/users.ts'

/** Which documents a person may see in a recap. */

/** A document from which a person's answers may come. */
export interface ReadableDocument {
  id: string
  title: string
  providerDocumentId: string | null
  /** What the agent always has in mind, because it is too short to be searched; empty for others. */
  shortText: string
}

/** Returns the documents of an agent that a person sees as sources of their answers (`readable_documents`). */
export async function listReadableDocuments(
  read: Read,
  person: Pick<Person, 'id' | 'staffRole'>,
  agentId: string,
): Promise<ReadableDocument[]> {
  return read<ReadableDocument>`
    select id, title, provider_document_id, case when is_always_read then text else '' end as short_text
    from readable_documents(${await listOrganizations(read, person)}, ${includesDuty(person.staffRole, 'agents.read')})
    where agent_id = ${agentId}`
}

/** Returns everything that a person's kept answers were taken from and that they may see, for their export. */
export async function listSourcesOf(read: Read, person: Pick<Person, 'id' | 'staffRole'>): Promise<Row[]> {
  return read`
    select answer_source.session_id as conversation_id, at_second, document.title as document, excerpt
    from answer_source
    join session_transcript on session_transcript.session_id = answer_source.session_id
    join readable_documents(${await listOrganizations(read, person)}, ${includesDuty(person.staffRole, 'agents.read')}) as document
      on document.id = answer_source.document_id
    where user_id = ${person.id} order by kept_at, answer_source.session_id, place`
}

async function listOrganizations(read: Read, { id }: Pick<Person, 'id'>): Promise<number[]> {
  return (await listMemberships(read, id)).map((membership) => membership.id)
}
