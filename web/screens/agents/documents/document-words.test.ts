import { describe, expect, it } from 'vitest'
import type { AgentDocument } from '#contract/agents/documents.ts'
import { ApiError } from '#web/client/api-error.ts'
import {
  additionRefusal,
  fileProblem,
  isPassing,
  isUnread,
  lengthText,
  questionRefusal,
  wayOf,
} from './document-words.ts'

const document: AgentDocument = {
  id: '1',
  title: 'Handbook',
  kind: 'text',
  characters: 900,
  state: 'ready',
  reason: null,
  isAlwaysRead: false,
  url: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
}

const refusal = (status: number, code: string, message: string) =>
  new ApiError(status, JSON.stringify({ code, message, requestId: 'r' }), '')

describe('the words about documents (D183)', () => {
  it.each([
    [0, ''],
    [1, 'a few lines'],
    [499, 'a few lines'],
    [500, 'half a page'],
    [2249, 'half a page'],
    [2250, 'about 1 page'],
    [4500, 'about 2 pages'],
    [300_000, 'about 100 pages'],
  ])('%i characters are %s', (characters, words) => expect(lengthText(characters)).toBe(words))

  it('count the steps of a file, a text and a page until they are there', () => {
    const way = (more: Partial<AgentDocument>) => wayOf({ ...document, ...more })
    expect(way({ kind: 'file', state: 'reading', characters: 0 })).toEqual({
      words: 'Reading the file…',
      step: 1,
      steps: 3,
    })
    expect(way({ kind: 'file', state: 'sending' })).toEqual({ words: 'Sending the text…', step: 2, steps: 3 })
    expect(way({ kind: 'file', state: 'indexing' })).toEqual({ words: 'Making it searchable…', step: 3, steps: 3 })
    expect(way({ state: 'sending' })).toEqual({ words: 'Sending the text…', step: 1, steps: 2 })
    expect(way({ kind: 'url', state: 'sending', characters: 0 })).toMatchObject({ words: 'Reading the page…', step: 1 })
    expect(way({ kind: 'url', state: 'sending' })).toMatchObject({ words: 'Sending the text…' })
    expect([way({ state: 'ready' }), way({ state: 'failed' })]).toEqual([null, null])
  })

  it('say when there is no text to show yet', () => {
    const unread = (state: AgentDocument['state'], characters: number) => isUnread({ ...document, state, characters })
    expect([unread('reading', 0), unread('sending', 0), unread('indexing', 0)]).toEqual([true, true, true])
    expect([unread('sending', 5), unread('ready', 0), unread('failed', 0)]).toEqual([false, false, false])
  })

  it('name why a file is not sent', () => {
    const problem = (name: string, size = 10) => fileProblem({ name, size })
    for (const name of ['a.pdf', 'a.DOCX', 'a.epub', 'a.html', 'a.htm', 'a.xhtml', 'a.md', 'a.markdown', 'a.txt'])
      expect(problem(name)).toBeNull()
    expect(problem('a.doc')).toContain('.docx')
    for (const name of ['a.png', 'pdf', 'a.pdf.exe', '.docx.zip']) expect(problem(name)).toContain('cannot be read')
    expect(problem('a.txt', 0)).toBe('This file is empty.')
    expect(problem('a.txt', 20 * 1024 * 1024)).toBeNull()
    expect(problem('a.txt', 20 * 1024 * 1024 + 1)).toContain('20 MB')
  })

  it('say what to do about a refusal, and whether it may pass', () => {
    const many = refusal(429, 'too_many_requests', 'Too many requests.')
    expect(additionRefusal(many)).toBe('You can add 60 documents an hour. Please try again later.')
    expect(questionRefusal(many)).toBe('You can try 60 questions an hour. Please try again later.')
    expect(additionRefusal(refusal(409, 'too_many_documents', 'Thirty.'))).toBe('Thirty.')
    expect(additionRefusal(new ApiError(500, 'x', ''))).toBe('Something went wrong on our side. Please try again.')
    expect(additionRefusal(new TypeError('lost'))).toContain('The connection was lost.')
    const passing = [many, new TypeError('lost'), new ApiError(500, 'x', ''), refusal(409, 'too_many_documents', '')]
    expect(passing.map(isPassing)).toEqual([true, true, true, true])
    expect([refusal(413, 'too_large', ''), refusal(400, 'incomplete', '')].map(isPassing)).toEqual([false, false])
  })
})
