import * as z from 'zod/mini'

/** What the provider finds in a conversation once it is over: a second reading of its record, apart from the figures. */

/** How many next steps the analysis looks for. */
const stepCount = 5
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']
const stepId = /^next_step_(\d+)$/

/** Returns what the analysis of an agent's conversations collects, as its settings name it. */
export function toCollectedSteps(): object {
  const items = ordinals.slice(0, stepCount).map((ordinal, place) => [
    `next_step_${place + 1}`,
    {
      type: 'string',
      description:
        `The ${ordinal} next step that the person, not the agent, said they will take: at most 100 characters, ` +
        'beginning with a verb, in the language of the conversation. If they named its day, add that day as (YYYY-MM-DD) ' +
        'at the end. Never guess a day or a step. Leave it empty if there is none.',
    },
  ])
  return Object.fromEntries(items) as object
}

/** Anything may be missing or new in a record, which must not cost us the rest. */
const { catch: orElse } = z
const text = orElse(z.nullable(z.string()), null)
const texts = orElse(z.array(z.string()), [])
const chunk = z.object({ document_id: z.string(), chunk_id: z.string(), vector_distance: orElse(z.number(), 1) })
const retrieval = z.object({
  chunks: orElse(z.array(chunk), []),
  /** Null where the agent does not report it, which is not the same as none. */
  used_chunk_ids: orElse(z.nullable(z.array(z.string())), null),
})
const line = z.object({
  role: text,
  message: text,
  time_in_call_secs: orElse(z.number().check(z.minimum(0), z.maximum(1_000_000)), 0),
  rag_retrieval_info: orElse(z.nullable(retrieval), null),
  used_static_kb_document_ids: texts,
})
const collected = z.object({ data_collection_id: text, value: orElse(z.unknown(), null) })
const analysis = z.object({
  transcript_summary: text,
  call_summary_title: text,
  data_collection_results: orElse(z.nullable(z.record(z.string(), orElse(collected, nothing()))), null),
  data_collection_results_list: orElse(z.array(orElse(collected, nothing())), []),
})

export const resultsRecord = z.object({
  status: z.string(),
  transcript: orElse(z.array(orElse(line, silence())), []),
  analysis: orElse(z.nullable(analysis), null),
})

export interface SpokenLine {
  speaker: 'you' | 'agent'
  text: string
  /** Seconds since the start, by the provider's clock. */
  atSeconds: number
}

/** A passage that the agent was given for an answer. */
export interface RetrievedPassage {
  providerDocumentId: string
  chunkId: string
  /** From 0, the same, to 1. */
  distance: number
}

export interface GivenAnswer extends SpokenLine {
  passages: RetrievedPassage[]
  /** The chunks that the agent says it used; null where it does not say. */
  usedChunkIds: string[] | null
  /** The documents that it always has in mind and used. */
  usedDocumentIds: string[]
}

export interface ConversationResults {
  state: 'processing' | 'done' | 'failed'
  title: string | null
  /** Three sentences at most. */
  summary: string | null
  /** What the person will do, as the analysis words it, in the order of its items. */
  steps: string[]
  lines: SpokenLine[]
  /** The agent's lines for which documents were looked at. */
  answers: GivenAnswer[]
}

export function toResults(record: z.output<typeof resultsRecord>): ConversationResults {
  const spoken = record.transcript.flatMap((each) => {
    const said = each.message?.trim()
    if (!said || (each.role !== 'user' && each.role !== 'agent')) return []
    const atSeconds = Math.floor(each.time_in_call_secs)
    const speaker: SpokenLine['speaker'] = each.role === 'user' ? 'you' : 'agent'
    return [{ speaker, text: said, atSeconds, given: each }]
  })
  return {
    state: stateOf(record.status),
    title: worded(record.analysis?.call_summary_title),
    summary: firstSentences(worded(record.analysis?.transcript_summary)),
    steps: stepsOf(record.analysis),
    lines: spoken.map(({ atSeconds, speaker, text: words }) => ({ speaker, text: words, atSeconds })),
    answers: spoken.flatMap(({ given, ...said }) => {
      const { rag_retrieval_info: info, used_static_kb_document_ids: usedDocumentIds } = given
      if (said.speaker === 'you' || (!info && usedDocumentIds.length === 0)) return []
      const passages = (info?.chunks ?? []).map((each) => ({
        providerDocumentId: each.document_id,
        chunkId: each.chunk_id,
        distance: each.vector_distance,
      }))
      return [{ ...said, passages, usedChunkIds: info?.used_chunk_ids ?? null, usedDocumentIds }]
    }),
  }
}

function stateOf(status: string): ConversationResults['state'] {
  return status === 'done' || status === 'failed' ? status : 'processing'
}

/** The map is read first; some records have only the list. */
function stepsOf(found: z.output<typeof analysis> | null): string[] {
  const byId = Object.entries(found?.data_collection_results ?? {})
  const listed = (found?.data_collection_results_list ?? []).map(
    (item) => [item.data_collection_id ?? '', item] as const,
  )
  const items: (readonly [string, z.output<typeof collected>])[] = byId.length > 0 ? byId : listed
  return items
    .flatMap(([id, { value }]) => {
      const number = stepId.exec(id)?.[1]
      const step = worded(value)
      return number === undefined || step === null ? [] : [{ number: Number(number), step }]
    })
    .toSorted((a, b) => a.number - b.number)
    .map(({ step }) => step)
}

/** Returns a value's words; null for none, which some accounts write as a word. */
function worded(value: unknown): string | null {
  // The database takes no NUL.
  const words = typeof value === 'string' ? value.replaceAll('\0', '').trim() : ''
  return /^(|none\.?|null|n\/a|undefined)$/i.test(words) ? null : words
}

const mostSentences = 3
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The provider writes as many sentences as it likes; a recap is read at a glance. */
function firstSentences(words: string | null): string | null {
  if (words === null) return null
  const first = [...sentences.segment(words)].slice(0, mostSentences)
  return first
    .map(({ segment }) => segment)
    .join('')
    .trim()
}

function silence(): z.output<typeof line> {
  return {
    role: null,
    message: null,
    time_in_call_secs: 0,
    rag_retrieval_info: null,
    used_static_kb_document_ids: [],
  }
}

function nothing(): { data_collection_id: string | null; value: unknown } {
  return { data_collection_id: null, value: null }
}
