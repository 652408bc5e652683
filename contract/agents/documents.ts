import * as z from 'zod/mini'
import { call } from '../call.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { field } from '../field-words.ts'
import { isoTime } from '../identity/people.ts'

/** What an agent has read: documents that it answers from (D183). */

export const documentKinds = ['text', 'file', 'url'] as const
/** Where a document is on its way to the agent. */
export const documentStates = ['reading', 'sending', 'indexing', 'ready', 'failed'] as const
export type DocumentState = (typeof documentStates)[number]

export const documentLimits = {
  title: 120,
  /** Characters of one document. */
  text: 300_000,
  fileBytes: 20 * 1024 * 1024,
  /** Documents of one agent. */
  documents: 30,
  /** Characters of what an agent always has in mind, because it is too short to be searched. */
  alwaysRead: 8000,
  question: 500,
} as const

/** How the names of files end that can be read. */
export const fileEndings = ['.pdf', '.docx', '.epub', '.html', '.htm', '.xhtml', '.md', '.markdown', '.txt'] as const

export const agentDocument = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(documentKinds),
  characters: z.number(),
  state: z.enum(documentStates),
  /** Why it failed, in words for people; null otherwise. */
  reason: z.nullable(z.string()),
  /** The parts of a file or page that were not read, in words for people; null when nothing is missing (D199). */
  unread: z.nullable(z.string()),
  /** Whether the agent always has it in mind, rather than searching it. */
  isAlwaysRead: z.boolean(),
  /** The page that it was taken from. */
  url: z.nullable(z.string()),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type AgentDocument = z.output<typeof agentDocument>

export const agentDocumentPage = z.extend(agentDocument, { text: z.string() })
export type AgentDocumentPage = z.output<typeof agentDocumentPage>

/** A passage that the agent would get for a question. */
export const foundPassage = z.object({
  documentId: z.string(),
  title: z.string(),
  text: z.string(),
})
export type FoundPassage = z.output<typeof foundPassage>

const title = field(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a title.'),
      z.maxLength(documentLimits.title, `Please use at most ${documentLimits.title} characters.`),
    ),
  { label: 'Title' },
)
const tooLongText = 'The text is longer than 300,000 characters. Please split it into smaller documents.'
const text = field(
  z.string().check(z.trim(), z.minLength(1, 'Please enter some text.'), z.maxLength(documentLimits.text, tooLongText)),
  { label: 'Text' },
)
const notPublic = 'Please enter the address of a public web page.'
/** Endings of names that networks give out for themselves. */
const ownNames = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)\.?$/i
const url = z
  .url({ protocol: /^https?$/, hostname: z.regexes.domain, error: notPublic })
  .check(z.maxLength(2000, 'This address is too long.'), z.refine(isPublicAddress, { error: notPublic }))

/** A document that a person writes, and one of the web; the bodies that `addDocument` takes for each. */
export const writtenDocument = z.object({ title, text })
export const pageDocument = z.object({ url })

const document_not_found = [404, 'This document no longer exists.'] as const
const agent_not_found = [404, 'This agent no longer exists.'] as const

export const listDocuments = call('GET /api/agents/:agentId/documents', {
  who: 'person',
  summary: "Lists an agent's documents, for platform admins and the admins of its organization (D183).",
  query: z.object({ search: z.optional(z.string().check(z.maxLength(documentLimits.title))) }),
  answer: z.array(agentDocument),
  errors: { agent_not_found },
})

export const addDocument = call('POST /api/agents/:agentId/documents', {
  who: 'person',
  summary:
    'Adds a text, a web page, or in a form with the field `file` a document, and a `title` in JSON beside it if it has another name (D183).',
  body: z.object({
    kind: z.optional(z.enum(documentKinds)),
    title: z.optional(title),
    text: z.optional(text),
    url: z.optional(url),
    /** Only in a form. */
    file: z.optional(z.file()),
  }),
  largestFile: {
    bytes: documentLimits.fileBytes,
    refusal: 'The file is larger than 20 MB. Please split it into smaller documents.',
  },
  answer: agentDocument,
  status: 201,
  errors: {
    agent_not_found,
    incomplete: [400, 'Please give a title and a text, the address of a page, or a file.'],
    too_many_documents: [
      409,
      `An agent can have ${documentLimits.documents} documents. Please remove one, or put several into one.`,
    ],
    busy_reading: [429, 'Several files are being read. Please try again in a minute.'],
  },
})

export const readDocument = call('GET /api/agents/:agentId/documents/:id', {
  who: 'person',
  summary: 'Returns a document with the text that the agent reads.',
  answer: agentDocumentPage,
  errors: { document_not_found },
})

export const changeDocument = call('PATCH /api/agents/:agentId/documents/:id', {
  who: 'person',
  summary: "Changes a document's title or text; the agent reads the new one within seconds.",
  body: z.object({ title: z.optional(title), text: z.optional(text), before: beforeFields }),
  // The longest text and the one before, in characters of several bytes.
  largestBodyBytes: 4 * 1024 * 1024,
  answer: agentDocument,
  failed: ['Failed to save document', 'No changes were saved. Please try again.'],
  errors: {
    document_not_found,
    changed_meanwhile,
    still_reading: [409, 'This document is still being read. Please wait a moment.'],
  },
})

export const removeDocument = call('DELETE /api/agents/:agentId/documents/:id', {
  who: 'person',
  summary: 'Removes a document here and at the voice provider; the agent no longer answers from it.',
  failed: ['Failed to remove document', 'Please try again.'],
  errors: { document_not_found },
})

export const searchDocuments = call('POST /api/agents/:agentId/documents/search', {
  who: 'person',
  summary: 'Returns the passages that the agent would get for a question. Neither is kept.',
  body: z.object({
    question: z
      .string()
      .check(z.trim(), z.minLength(1, 'Please enter a question.'), z.maxLength(documentLimits.question)),
  }),
  answer: z.object({ passages: z.array(foundPassage) }),
  errors: {
    agent_not_found,
    provider_away: [503, 'The voice provider does not answer at the moment. Please try again later.'],
  },
})

/** Returns whether an address names a host of the internet and nobody's password. The provider judges where it leads. */
function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname, password, username } = new URL(address)
  return !username && !password && !ownNames.test(hostname)
}
