import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { resultsRecord, toResults } from './results.ts'

const read = (record: unknown) => toResults(z.parse(resultsRecord, record))

const item = (id: string, value: unknown) => ({ data_collection_id: id, value, json_schema: null, rationale: 'said' })
const chunks = [
  { document_id: 'doc_1', chunk_id: 'chunk_1', vector_distance: 0.2 },
  { document_id: 'doc_1', chunk_id: 'chunk_2', vector_distance: 0.5 },
]
const transcript = [
  { role: 'agent', message: 'Hello.', time_in_call_secs: 0, rag_retrieval_info: null },
  { role: 'user', message: ' How long is parental leave? ', time_in_call_secs: 4, file_inputs: [1] },
  {
    role: 'agent',
    message: 'Fourteen weeks.',
    time_in_call_secs: 7,
    rag_retrieval_info: { chunks, embedding_model: 'm', used_chunk_ids: ['chunk_1'] },
  },
]

describe("the results in the provider's record", () => {
  it('are title, summary, steps in their order, words, and what each answer was taken from', () => {
    const values = { next_step_2: 'Write to Bo', next_step_1: 'Call Anna (2026-12-04)', topic: 'Leave' }
    const results = Object.fromEntries(Object.entries(values).map(([id, value]) => [id, item(id, value)]))
    const words = { transcript_summary: ' One. Two. Three. ', call_summary_title: 'Parental leave' }
    const analysis = { call_successful: 'success', ...words, data_collection_results: results }
    const answer = { speaker: 'agent', text: 'Fourteen weeks.', atSeconds: 7 }
    const passages = chunks.map((chunk) => {
      return { providerDocumentId: 'doc_1', chunkId: chunk.chunk_id, distance: chunk.vector_distance }
    })
    expect(read({ status: 'done', transcript, analysis, metadata: {} })).toEqual({
      state: 'done',
      title: 'Parental leave',
      summary: 'One. Two. Three.',
      steps: ['Call Anna (2026-12-04)', 'Write to Bo'],
      lines: [
        { speaker: 'agent', text: 'Hello.', atSeconds: 0 },
        { speaker: 'you', text: 'How long is parental leave?', atSeconds: 4 },
        answer,
      ],
      answers: [{ ...answer, passages, usedChunkIds: ['chunk_1'], usedDocumentIds: [] }],
    })
  })

  it('have three sentences of the summary at most', () => {
    const analysis = { transcript_summary: 'One, e.g. two. Three! Four? Five. Six.' }
    expect(read({ status: 'done', transcript: [], analysis }).summary).toBe('One, e.g. two. Three! Four?')
  })

  it('may come as lists only, with empty values written in several ways (B15)', () => {
    const values = ['', 'None', null, 7, ' n/a ']
    const list = [...values.map((value, place) => item(`next_step_${place + 2}`, value)), item('next_step_1', 'Rest')]
    const analysis = { transcript_summary: 'One.', data_collection_results: {}, data_collection_results_list: list }
    const found = { title: null, summary: 'One.', steps: ['Rest'] }
    expect(read({ status: 'done', transcript: [], analysis })).toMatchObject(found)
  })

  it.each([
    { status: 'processing', analysis: null },
    { status: 'in-progress' },
    { status: 'brand-new', analysis: 'soon', transcript: 'later' },
  ])('may still be missing (B15): %j', (record) => {
    const nothing = { title: null, summary: null, steps: [], lines: [], answers: [] }
    expect(read(record)).toEqual({ state: 'processing', ...nothing })
  })

  it('lose nothing by a line or an item that cannot be read (B15)', () => {
    const odd = ['text', { role: 'tool', message: 'x' }, { role: 'agent', message: null }, ...transcript]
    const analysis = {
      transcript_summary: 7,
      data_collection_results: { next_step_1: 5, next_step_2: item('x', 'Go') },
    }
    const results = read({ status: 'failed', transcript: odd, analysis })
    expect(results).toMatchObject({ state: 'failed', summary: null, steps: ['Go'] })
    expect(results.lines).toHaveLength(3)
    expect(results.answers).toHaveLength(1)
  })

  it('tell a missing report of what was used from one that names nothing', () => {
    const answer = (more: object) => ({ role: 'agent', message: 'Yes.', rag_retrieval_info: { chunks, ...more } })
    const used = (line: object) => read({ status: 'done', transcript: [line] }).answers[0]?.usedChunkIds
    expect([used(answer({})), used(answer({ used_chunk_ids: null })), used(answer({ used_chunk_ids: [] }))]).toEqual([
      null,
      null,
      [],
    ])
    const inMind = { role: 'agent', message: 'Eight.', used_static_kb_document_ids: ['doc_2'] }
    expect(read({ status: 'done', transcript: [inMind] }).answers).toMatchObject([
      { passages: [], usedDocumentIds: ['doc_2'] },
    ])
  })
})
