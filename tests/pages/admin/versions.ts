import type { Answer } from '#contract/call.ts'
import { criteria } from '#contract/agents/quality.ts'
import { agentVersions, type AgentWords, type CriterionCounts, readAgentVersion } from '#contract/agents/versions.ts'
import { fakeOf } from '../fake-answer.ts'
import type { FakeServer } from '../fake-server.ts'
import { ada } from './admin.ts'

/** The versions of an agent, as tests of the panel show them. */

export const present: AgentWords = { systemPrompt: 'Be brief, kind and funny.', firstMessage: 'Hi.' }

function countsOf(...figures: (readonly [success: number, failure: number, unknown: number])[]): CriterionCounts[] {
  return criteria.map((criterion, place) => {
    const [success, failure, unknown] = figures[place] ?? [0, 0, 0]
    return { criterion, success, failure, unknown }
  })
}

const judged = fakeOf(agentVersions, {
  versions: [
    { revision: 9, number: 3, savedBy: ada, isCurrent: true, counts: countsOf([9, 1, 1], [10, 0, 0], [50, 0, 0]) },
    { revision: 4, number: 2, savedBy: ada, counts: countsOf([32, 10, 2], [45, 0, 0], [149, 1, 0]) },
    { revision: 1, number: 1, counts: countsOf() },
  ],
  total: countsOf([41, 11, 3], [55, 0, 0], [199, 1, 0]),
})

/** Returns all versions, with or without judged conversations. */
export function versionList({ isJudged = true } = {}): Answer<typeof agentVersions> {
  if (isJudged) return judged
  const versions = judged.versions.map((version) => ({ ...version, counts: countsOf() }))
  return { ...judged, versions, total: countsOf() }
}

const prompts = ['Be brief.', 'Be brief and kind.', present.systemPrompt]

/** Returns one version with its words, as the call does: each has another ending of its prompt. */
export function pageOfVersion(revision: string): Answer<typeof readAgentVersion> {
  const version = judged.versions.find((one) => one.revision === Number(revision))
  if (!version) throw new Error(`There is no version with the revision ${revision}`)
  const endingOf = (number: number) => prompts[number - 1]?.slice('Be '.length) ?? ''
  return {
    ...version,
    words: { ...present, systemPrompt: prompts[version.number - 1] ?? '' },
    changes:
      version.number === 1
        ? null
        : {
            systemPrompt: [
              { kind: 'same', text: 'Be ' },
              { kind: 'removed', text: endingOf(version.number - 1) },
              { kind: 'added', text: endingOf(version.number) },
            ],
            firstMessage: [{ kind: 'same', text: present.firstMessage }],
          },
    present,
  }
}

export function serveVersions(server: FakeServer, given: { isJudged?: boolean } = {}): void {
  server.answer(agentVersions, versionList(given))
  server.answer(readAgentVersion, ({ params }) => pageOfVersion(params.revision))
}
