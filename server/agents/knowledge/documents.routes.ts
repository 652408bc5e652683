import * as calls from '#contract/agents/documents.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import { actingIn } from '../../audit/acting.routes.ts'
import { recordAct } from '../../audit/acts.ts'
import type { Read, Tx } from '../../database/sql.ts'
import type { Membership } from '../../identity/memberships.ts'
import type { Person } from '../../identity/users.ts'
import { refuse } from '../../kernel/problem.ts'
import { type Context, routes } from '../../kernel/serve.ts'
import type { Services } from '../../voice-provider/services.ts'
import { addAgentDocument } from './additions.flow.ts'
import { beginRemoval, changeDocument, findDocument, listDocuments } from './documents.ts'
import { orderKnowledge, askDocuments } from './knowledge.flow.ts'
import { type DocumentDuty, type Keeper, keeperOf } from './policies.ts'

interface Caller {
  read: Read
  person: Person
  membership: Membership | null
  params: { agentId: string }
}

/** What agents have read, for platform admins and the admins of their organizations (D183). */
export const documentRoutes = routes<typeof calls, Services>(calls, {
  listDocuments: async (context) => {
    const { read } = context
    await requireKeeper(context, 'agents.read')
    return listDocuments(read, context.params.agentId, context.query.search)
  },

  addDocument: async (context) => {
    const { services, read, body, person } = context
    const { agentId } = context.params
    const keeper = await requireKeeper(context, 'agents.change')
    const act = (tx: Tx, title: string) => record(tx, context, { action: 'agent.document.add', after: { title } })
    const id = await addAgentDocument(services, { agentId, keeper, personId: person.id, act }, body)
    return (await findDocument(read, agentId, id)) ?? refuse('agent_not_found')
  },

  searchDocuments: async (context) => {
    const { services, body, params, person } = context
    await requireKeeper(context, 'agents.read')
    return { passages: await askDocuments(services, person.id, params.agentId, body.question) }
  },

  readDocument: (context) => find(context, 'agents.read'),

  changeDocument: async (context) => {
    const { services, read, at, body, params, write } = context
    const found = await find(context, 'agents.change')
    await write(async (tx) => {
      await changeDocument(tx, params.id, body, at)
      await orderKnowledge(services, tx, params.agentId)
      const before = { title: found.title, characters: found.characters }
      const after = { title: body.title ?? found.title, characters: body.text?.length ?? found.characters }
      await record(tx, context, { action: 'agent.document.change', before, after })
    })
    return (await findDocument(read, params.agentId, params.id)) ?? refuse('document_not_found')
  },

  removeDocument: async (context) => {
    const { services, at, params, write } = context
    const found = await find(context, 'agents.change')
    await write(async (tx) => {
      await beginRemoval(tx, params.id, at)
      await orderKnowledge(services, tx, params.agentId)
      await record(tx, context, { action: 'agent.document.remove', before: { title: found.title } })
    })
  },
})

async function requireKeeper(
  { read, membership, params, person }: Caller,
  duty: DocumentDuty,
  refusal: 'agent_not_found' | 'document_not_found' = 'agent_not_found',
): Promise<Keeper> {
  return (await keeperOf(read, person, membership, { agentId: params.agentId, duty })) ?? refuse(refusal)
}

async function find(caller: Caller & { params: { id: string } }, duty: DocumentDuty) {
  const { read, params } = caller
  await requireKeeper(caller, duty, 'document_not_found')
  return (await findDocument(read, params.agentId, params.id)) ?? refuse('document_not_found')
}

/** Records what staff do with an agent's documents; their texts stay out of it (D153). */
async function record(
  tx: Tx,
  context: Pick<Context, 'at' | 'request'> & Caller,
  act: { action: string; before?: object; after?: object },
): Promise<void> {
  if (!includesDuty(context.person.staffRole, 'agents.change')) return
  await recordAct(tx, actingIn(context), { ...act, target: { kind: 'agent', id: context.params.agentId } })
}
