import type { Answer } from '#contract/call.ts'
import { criteria } from '#contract/agents/quality.ts'
import {
  type AgentVersion,
  agentVersions,
  type AgentWords,
  type CriterionCounts,
  readAgentVersion,
} from '#contract/agents/versions.ts'
import type { FakeServer } from '../fake-server.ts'
import { ada } from './admin.ts'

/** The versions of an agent, as page tests of the panel show them. */

/** The words that the agent has now. */
export const present: AgentWords = { systemPrompt: 'Be brief, kind and funny.', firstMessage: 'Hi.' }

type Figures = readonly [success: number, failure: number, unknown: number]
const none: Figures = [0, 0, 0]

function countsOf(...figures: Figures[]): CriterionCounts[] {
  return criteria.map((criterion, place) => {
    const [success, failure, unknown] = figures[place] ?? none
    return { criterion, success, failure, unknown }
  })
}

const savedBy = { id: ada.id, email: ada.email, firstName: ada.firstName, lastName: ada.lastName }

const versions: AgentVersion[] = [
  {
    revision: 9,
    number: 3,
    savedAt: '2026-11-20T09:30:00.000Z',
    savedBy,
    isCurrent: true,
    counts: countsOf([9, 1, 1], [10, 0, 0], [50, 0, 0]),
  },
  {
    revision: 4,
    number: 2,
    savedAt: '2026-10-02T14:05:00.000Z',
    savedBy,
    isCurrent: false,
    counts: countsOf([32, 10, 2], [45, 0, 0], [149, 1, 0]),
  },
  { revision: 1, number: 1, savedAt: '2026-05-04T08:00:00.000Z', savedBy: null, isCurrent: false, counts: countsOf() },
]

/** Returns all versions, with or without judged conversations. */
export function versionList({ isJudged = true } = {}): Answer<typeof agentVersions> {
  if (isJudged) return { versions, hasOlder: false, total: countsOf([41, 11, 3], [55, 0, 0], [199, 1, 0]) }
  return {
    versions: versions.map((version) => ({ ...version, counts: countsOf() })),
    hasOlder: false,
    total: countsOf(),
  }
}

/** Returns one version with its words, as the call does. */
export function pageOfVersion(revision: string): Answer<typeof readAgentVersion> {
  const version = versions.find((one) => one.revision === Number(revision))
  if (!version) throw new Error(`There is no version with the revision ${revision}`)
  if (version.number === 1)
    return { ...version, words: { systemPrompt: 'Be brief.', firstMessage: 'Hello.' }, changes: null, present }
  if (version.number === 3)
    return {
      ...version,
      words: present,
      changes: {
        systemPrompt: [
          { kind: 'same', text: 'Be ' },
          { kind: 'removed', text: 'brief and kind.' },
          { kind: 'added', text: 'brief, kind and funny.' },
        ],
        firstMessage: [
          { kind: 'removed', text: 'Hello.' },
          { kind: 'added', text: 'Hi.' },
        ],
      },
      present,
    }
  return {
    ...version,
    words: { systemPrompt: 'Be brief and kind.', firstMessage: 'Hello.' },
    changes: {
      systemPrompt: [
        { kind: 'same', text: 'Be ' },
        { kind: 'removed', text: 'brief.' },
        { kind: 'added', text: 'brief and kind.' },
      ],
      firstMessage: [{ kind: 'same', text: 'Hello.' }],
    },
    present,
  }
}

/** Answers what the dialog reads. */
export function serveVersions(server: FakeServer, given: { isJudged?: boolean } = {}): void {
  server.answer(agentVersions, versionList(given))
  server.answer(readAgentVersion, ({ params }) => pageOfVersion(params.revision))
}
