/** The account's knowledge base: its documents, who hangs on them, and what their indexes take of the plan. */
import type { Agent, KnowledgeLocator } from '../rest/agents.ts'
import type { Records } from '../records/records.ts'
import { inside, type KnowledgeDocument, type Shelf } from './documents.ts'
import { beginIndex, type EmbeddingModel, isSearchable, type RagIndex, usedBytes, usualModel } from './rag-index.ts'

interface KnowledgeParts {
  documents: Records<KnowledgeDocument>
  agents: Records<Agent>
  /** Bytes that the plan lets be indexed; null for any number. */
  planBytes(): number | null
  /** The stand-in's time in ms. */
  now(): number
}

/** What an agent may read, by the way in which it reads it. */
export interface AgentKnowledge {
  /** Found by their passages. */
  searched: KnowledgeDocument[]
  /** Part of the prompt as a whole. */
  inPrompt: KnowledgeDocument[]
  model: EmbeddingModel
}

export class KnowledgeBase {
  private readonly parts: KnowledgeParts

  constructor(parts: KnowledgeParts) {
    this.parts = parts
  }

  get(id: string): KnowledgeDocument | undefined {
    return this.parts.documents.get(id)
  }

  get shelf(): Shelf {
    return new Map(this.parts.documents.values().map((document) => [document.id, document]))
  }

  /** Keeps a new or changed document. */
  keep(document: KnowledgeDocument): void {
    this.parts.documents.set(document.id, document)
  }

  /** Returns the agents that name a document, or with `transitive` those that name a folder above it. */
  agentsWith(id: string, transitive: boolean): Agent[] {
    const document = this.get(id)
    const named = new Set([id])
    const folders = this.parts.documents.values().filter(({ type }) => type === 'folder')
    if (transitive && document) {
      for (const folder of folders) if (inside(folder, this.shelf).includes(document)) named.add(folder.id)
    }
    return this.parts.agents.values().filter((agent) => locatorsOf(agent).some((locator) => named.has(locator.id)))
  }

  /** Removes a document with all that a folder holds, and takes it from every agent. */
  remove(document: KnowledgeDocument): void {
    for (const { id } of [document, ...inside(document, this.shelf)]) {
      for (const agent of this.agentsWith(id, false)) this.parts.agents.set(agent.agent_id, without(agent, id))
      this.parts.documents.delete(id)
    }
  }

  /** Returns a document's index for a model, which is begun when missing. */
  index(document: KnowledgeDocument, model: EmbeddingModel): { document: KnowledgeDocument; index: RagIndex } {
    const known = document.indexes.find((index) => index.model === model)
    if (known) return { document, index: known }
    const index = beginIndex(document, model, this.leftBytes(), this.parts.now())
    const indexed = { ...document, indexes: [...document.indexes, index] }
    this.keep(indexed)
    return { document: indexed, index }
  }

  /** Begins the indexes that an agent needs. */
  indexFor(agent: Agent): void {
    const { rag } = agent.conversation_config.agent.prompt
    if (!rag?.enabled) return
    for (const { usage_mode: usage, id } of locatorsOf(agent)) {
      const document = this.get(id)
      if (!document || usage === 'prompt') continue
      for (const each of this.leaves(document)) this.index(each, rag.embedding_model ?? usualModel)
    }
  }

  /** Returns what an agent can read at this moment; `locators` replace its own. */
  of(agent: Agent, locators: readonly KnowledgeLocator[] = locatorsOf(agent)): AgentKnowledge {
    const { rag } = agent.conversation_config.agent.prompt
    const model = rag?.embedding_model ?? usualModel
    const knowledge: AgentKnowledge = { searched: [], inPrompt: [], model }
    for (const { id, usage_mode: usage } of locators) {
      const document = this.get(id)
      for (const each of document ? this.leaves(document) : []) {
        const isTooSmall = each.indexes.some(({ refused }) => refused === 'document_too_small')
        if (usage === 'prompt' || !rag?.enabled || isTooSmall) knowledge.inPrompt.push(each)
        else if (isSearchable(each, model, this.parts.now())) knowledge.searched.push(each)
      }
    }
    return knowledge
  }

  /** Returns the bytes that all indexes take, in all or for one model. */
  usedBytes(model?: EmbeddingModel): number {
    const used = (document: KnowledgeDocument): number =>
      document.indexes
        .filter((index) => model === undefined || index.model === model)
        .reduce((sum, index) => sum + usedBytes(document, index), 0)
    return this.parts.documents.values().reduce((sum, document) => sum + used(document), 0)
  }

  private leftBytes(): number | null {
    const plan = this.parts.planBytes()
    return plan === null ? null : plan - this.usedBytes()
  }

  /** Returns a document, or the documents in a folder. */
  private leaves(document: KnowledgeDocument): KnowledgeDocument[] {
    return document.type === 'folder'
      ? inside(document, this.shelf).filter(({ type }) => type !== 'folder')
      : [document]
  }
}

export function locatorsOf(agent: Agent): KnowledgeLocator[] {
  return agent.conversation_config.agent.prompt.knowledge_base ?? []
}

function without(agent: Agent, documentId: string): Agent {
  const { conversation_config: config } = agent
  const knowledge = locatorsOf(agent).filter(({ id }) => id !== documentId)
  const prompt = { ...config.agent.prompt, knowledge_base: knowledge }
  return { ...agent, conversation_config: { ...config, agent: { ...config.agent, prompt } } }
}
