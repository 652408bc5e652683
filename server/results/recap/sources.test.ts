import { describe, expect, it } from 'vitest'
import { chooseSources } from './steps.ts'

const handbook = { id: 'own-1', title: 'Handbook', providerDocumentId: 'doc_1', shortText: '' }
const greeting = { id: 'own-2', title: 'Greeting', providerDocumentId: 'doc_2', shortText: 'Say hello.' }
const passage = (number: number, distance: number, providerDocumentId = 'doc_1') => ({
  providerDocumentId,
  chunkId: `chunk_${number}`,
  distance,
})
const passages = [passage(1, 0.44), passage(2, 0.2), passage(3, 0.3), passage(4, 0.1, 'doc_9')]

/** Returns which chunks of which documents are shown for an answer. */
function chosen(usedChunkIds: string[] | null, given = passages, usedDocumentIds: string[] = []) {
  const line = { speaker: 'agent' as const, text: 'Yes.', atSeconds: 3 }
  const sources = chooseSources({ ...line, passages: given, usedChunkIds, usedDocumentIds }, [handbook, greeting])
  return sources.map(({ chunkId, document }) => `${document.title} ${chunkId ?? ''}`)
}

describe('the sources of an answer (B5)', () => {
  it('are the two nearest passages that the agent says it used', () => {
    expect(chosen(['chunk_1', 'chunk_3', 'chunk_2'])).toEqual(['Handbook chunk_2', 'Handbook chunk_3'])
    expect(chosen(['chunk_1'])).toEqual(['Handbook chunk_1'])
    expect(chosen([])).toEqual([])
  })

  it('are the two nearest where it does not say, and none that was far off', () => {
    expect(chosen(null)).toEqual(['Handbook chunk_2', 'Handbook chunk_3'])
    expect(chosen(null, [passage(1, 0.45), passage(2, 0.7)])).toEqual([])
  })

  it('are a document that the agent always knows, never one that the person may not see', () => {
    expect(chosen(null, [], ['doc_2', 'doc_9'])).toEqual(['Greeting '])
  })
})
