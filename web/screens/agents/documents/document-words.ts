import { countText } from '#contract/amounts.ts'
import type { agentPage } from '#contract/agents/agents.ts'
import { type AgentDocument, documentLimits, fileEndings } from '#contract/agents/documents.ts'
import type { Answer } from '#contract/call.ts'
import { ApiError } from '#web/client/api-error.ts'
import { isUnanswered, noAnswer, notReached, serverMessage } from '#web/client/failure.ts'

/** What the screens say about documents, in words for people who have never heard of an index. */

/** The agent of the documents on the screen; people who do not manage them only read. */
export type DocumentsAgent = Pick<Answer<typeof agentPage>, 'id' | 'name' | 'managesDocuments'>

export const readableKinds = 'PDF, Word (.docx), EPUB, web pages (.html), Markdown and plain text'

export const kindNames: Record<AgentDocument['kind'], string> = { text: 'Text', file: 'File', url: 'Web page' }

/** About 500 words. */
const pageCharacters = 3000

/** Returns how long a text is, as people would say it; empty for none. */
export function lengthText(characters: number): string {
  if (characters === 0) return ''
  if (characters < pageCharacters / 6) return 'a few lines'
  if (characters < pageCharacters * 0.75) return 'half a page'
  return `about ${countText(Math.max(1, Math.round(characters / pageCharacters)), 'page')}`
}

/** A document's place on its way to the agent. */
export interface Way {
  words: string
  /** Counted from 1. */
  step: number
  steps: number
}

/** Returns where a document is on its way; null when it has arrived or failed. */
export function wayOf({ characters, kind, state }: AgentDocument): Way | null {
  const isFile = kind === 'file'
  const steps = isFile ? 3 : 2
  const sending = kind === 'url' && characters === 0 ? 'Reading the page…' : 'Sending the text…'
  if (state === 'reading') return { words: 'Reading the file…', step: 1, steps }
  if (state === 'sending') return { words: sending, step: steps - 1, steps }
  return state === 'indexing' ? { words: 'Making it searchable…', step: steps, steps } : null
}

/** Returns whether a document still has no text that could be shown, because it is being read. */
export function isUnread({ characters, state }: AgentDocument): boolean {
  return characters === 0 && state !== 'failed' && state !== 'ready'
}

/** Files of programs that people write with, and the way out; the server says the same of files with other names. */
const otherFiles: [endings: string[], wayOut: string][] = [
  [['.doc'], 'This is an old Word file. Save it as .docx first.'],
  [['.rtf'], 'This is a rich text file. Save it as .docx or PDF first.'],
  [['.odt'], 'This is an OpenDocument text. Save it as .docx or PDF first.'],
  [['.ppt', '.pptx', '.odp'], 'This is a presentation. Save it as PDF and upload that.'],
  [['.xls', '.xlsx', '.ods'], 'This is a spreadsheet. Save it as PDF and upload that, or paste its cells as text.'],
  [['.pages', '.numbers', '.key'], 'This is a file of Pages, Numbers or Keynote. Export it as PDF and upload that.'],
  [
    ['.png', '.jpg', '.jpeg', '.heic', '.tif', '.tiff'],
    'This is a picture. Type its text, or run text recognition first.',
  ],
]

/** Returns why a file cannot be sent, without sending it; null when it can. */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const lower = name.toLowerCase()
  const other = otherFiles.find(([endings]) => endings.some((ending) => lower.endsWith(ending)))
  if (other) return other[1]
  if (!fileEndings.some((ending) => lower.endsWith(ending))) return `This kind of file cannot be read. Use ${readable}.`
  if (size === 0) return 'This file is empty.'
  if (size > documentLimits.fileBytes) return 'This file is larger than 20 MB. Split it into smaller documents.'
  return null
}

const readable = readableKinds.replace(' and ', ' or ')

const broken = 'Something went wrong on our side. Please try again.'

/** Returns what to say when a document was not added, or may not have been. */
export function additionRefusal(error: unknown): string {
  if (isUnanswered(error)) return noAnswer
  return limited(error, 'You have added many documents. Please try again in an hour.')
}

/** Returns what to say when a question got no answer. */
export function questionRefusal(error: unknown): string {
  return limited(error, 'You can try 60 questions an hour. Please try again later.')
}

function limited(error: unknown, limit: string): string {
  if (!(error instanceof ApiError)) return notReached
  return error.code === 'too_many_requests' ? limit : (serverMessage(error) ?? broken)
}

/** Returns whether the same addition may succeed later. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 429 || error.status === 408 || error.status === 409
}
