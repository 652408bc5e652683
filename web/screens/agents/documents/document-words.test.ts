import { describe, expect, it } from 'vitest'
import type { AgentDocument } from '#contract/agents/documents.ts'
import { ApiError } from '#web/client/api-error.ts'
import * as words from './document-words.ts'

const at = '2026-11-20T08:00:00.000Z'
const unset = { reason: null, unread: null, isAlwaysRead: false, url: null, createdAt: at, updatedAt: at }
const document: AgentDocument = { id: '1', title: 'Handbook', kind: 'text', characters: 900, state: 'ready', ...unset }

const refusal = (status: number, code: string, message = '') =>
  new ApiError(status, JSON.stringify({ code, message, requestId: 'r' }), '')

describe('the words about documents (D183)', () => {
  it('tell how long a document is', () => {
    const [lines, half] = ['a few lines', 'half a page']
    expect([0, 1, 499, 500, 2249].map(words.lengthText)).toEqual(['', lines, lines, half, half])
    expect([2250, 4500, 300_000].map(words.lengthText)).toEqual(['about 1 page', 'about 2 pages', 'about 100 pages'])
  })

  it('count the steps of a file, a text and a page until they are there', () => {
    const way = (more: Partial<AgentDocument>) => words.wayOf({ ...document, ...more })
    const file = (state: AgentDocument['state'], characters = 900) => way({ kind: 'file', state, characters })
    expect(file('reading', 0)).toEqual({ words: 'Reading the file…', step: 1, steps: 3 })
    expect(file('sending')).toEqual({ words: 'Sending the text…', step: 2, steps: 3 })
    expect(file('indexing')).toEqual({ words: 'Making it searchable…', step: 3, steps: 3 })
    expect(way({ state: 'sending' })).toEqual({ words: 'Sending the text…', step: 1, steps: 2 })
    expect(way({ kind: 'url', state: 'sending', characters: 0 })).toMatchObject({ words: 'Reading the page…', step: 1 })
    expect(way({ kind: 'url', state: 'sending' })).toMatchObject({ words: 'Sending the text…' })
    expect([way({ state: 'ready' }), way({ state: 'failed' })]).toEqual([null, null])
  })

  it('say when there is no text to show yet', () => {
    const unread = (state: AgentDocument['state'], characters: number) =>
      words.isUnread({ ...document, state, characters })
    expect([unread('reading', 0), unread('sending', 0), unread('indexing', 0)]).toEqual([true, true, true])
    expect([unread('sending', 5), unread('ready', 0), unread('failed', 0)]).toEqual([false, false, false])
  })

  it('name why a file is not sent', () => {
    const problem = (name: string, size = 10) => words.fileProblem({ name, size })
    const endings = 'pdf DOCX epub html htm xhtml md markdown txt'.split(' ')
    expect(endings.filter((ending) => problem(`a.${ending}`) !== null)).toEqual([])
    expect(problem('a.doc')).toContain('.docx')
    const others = { rtf: '.docx', odt: '.docx', pptx: 'PDF', xlsx: 'PDF', pages: 'PDF', png: 'text recognition' }
    for (const [ending, wayOut] of Object.entries(others)) expect(problem(`A.${ending}`)).toContain(wayOut)
    for (const name of ['a.zip', 'pdf', 'a.pdf.exe', '.docx.zip']) expect(problem(name)).toContain('cannot be read')
    expect(problem('a.txt', 0)).toBe('This file is empty.')
    expect(problem('a.txt', 20 * 1024 * 1024)).toBeNull()
    expect(problem('a.txt', 20 * 1024 * 1024 + 1)).toContain('20 MB')
  })

  it('say what to do about a refusal, and whether it may pass', () => {
    const many = refusal(429, 'too_many_requests', 'Too many requests.')
    expect(words.additionRefusal(many)).toBe('You have added many documents. Please try again in an hour.')
    expect(words.questionRefusal(many)).toBe('You can try 60 questions an hour. Please try again later.')
    expect(words.additionRefusal(refusal(409, 'too_many_documents', 'Thirty.'))).toBe('Thirty.')
    expect(words.additionRefusal(new ApiError(500, 'x', ''))).toBe(
      'Something went wrong on our side. Please try again.',
    )
    expect(words.additionRefusal(new TypeError('lost'))).toContain('may have been made')
    expect(words.questionRefusal(new TypeError('lost'))).toContain("couldn't reach Luna")
    const passing = [many, new TypeError('lost'), new ApiError(500, 'x', ''), refusal(409, 'too_many_documents', '')]
    expect(passing.map(words.isPassing)).toEqual([true, true, true, true])
    expect([refusal(413, 'too_large', ''), refusal(400, 'incomplete', '')].map(words.isPassing)).toEqual([false, false])
  })
})
