/** What the provider finds in a conversation once it is over: a summary, judgements, and what it was to collect. */
import { commitmentsIn } from '../dialogue/requests.ts'
import type { Agent, CollectedItem, Criterion } from '../rest/agents.ts'
import { plainWord } from '../words.ts'
import type { TranscriptLine } from './transcript.ts'

type Result = 'success' | 'failure' | 'unknown'

interface Judgement {
  criteria_id: string
  result: Result
  rationale: string
}

interface Collected {
  data_collection_id: string
  value: string | number | boolean | null
  json_schema: { type: string; description: string }
  rationale: string
}

/** The contract's `ConversationHistoryAnalysisCommonModel`, with both forms of its lists. */
export interface Analysis {
  call_successful: Result
  transcript_summary: string
  call_summary_title: string | null
  evaluation_criteria_results: Record<string, Judgement>
  data_collection_results: Record<string, Collected>
  evaluation_criteria_results_list: Judgement[]
  data_collection_results_list: Collected[]
}

const mostTitleWords = 6
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const notAnswered = /offline demo voice|I did not understand/

/** Returns the analysis of a transcript by the agent's criteria of now. `today` is the day of the talk, `YYYY-MM-DD`. */
export function analyse(transcript: readonly TranscriptLine[], agent: Agent, today: string): Analysis {
  const { data_collection: items = {}, evaluation } = agent.platform_settings
  const judgements = (evaluation?.criteria ?? []).map((criterion) => judge(criterion, transcript))
  const collected = collect(items, transcript, today)
  const results = judgements.map(({ result }) => result)
  return {
    call_successful: results.includes('failure') ? 'failure' : results.includes('success') ? 'success' : 'unknown',
    transcript_summary: summaryOf(transcript, agent.name, today),
    call_summary_title: titleOf(transcript),
    evaluation_criteria_results: Object.fromEntries(judgements.map((item) => [item.criteria_id, item])),
    data_collection_results: Object.fromEntries(collected.map((item) => [item.data_collection_id, item])),
    evaluation_criteria_results_list: judgements,
    data_collection_results_list: collected,
  }
}

/** Returns three sentences: what was asked, what the agent said, and what the person will do. */
function summaryOf(transcript: readonly TranscriptLine[], agentName: string, today: string): string {
  const [first, ...others] = saidBy(transcript, 'user').filter((line) => commitmentsIn([line], today).length === 0)
  const more = others.length === 0 ? '' : ` and ${others.length} more ${others.length === 1 ? 'thing' : 'things'}`
  const [advice] = saidBy(answered(transcript), 'agent').toSorted((a, b) => b.length - a.length)
  const steps = commitmentsIn(saidBy(transcript, 'user'), today).map(({ due, title }) => {
    const what = title.charAt(0).toLowerCase() + title.slice(1)
    return due === null ? what : `${what} by ${dayFormat.format(new Date(due))}`
  })
  return [
    first === undefined ? `The person asked ${agentName} nothing.` : `The person asked ${agentName} “${first}”${more}.`,
    advice === undefined ? 'The agent had no answer.' : `The agent said: ${firstSentence(advice)}`,
    steps.length === 0 ? 'No next step was named.' : `The person wants to ${steps.join(' and to ')}.`,
  ].join(' ')
}

function titleOf(transcript: readonly TranscriptLine[]): string | null {
  const subject = saidBy(transcript, 'user').map(subjectOf).find(Boolean)
  return subject ? subject.charAt(0).toUpperCase() + subject.slice(1) : null
}

/** Returns the words of a sentence that name its subject, in their order. */
function subjectOf(sentence: string): string {
  const words = sentence.match(/[\p{L}\p{N}'’-]+/gu) ?? []
  return words
    .filter((word) => word !== 'speech' && plainWord(word) !== null)
    .slice(0, mostTitleWords)
    .join(' ')
    .toLowerCase()
}

function judge({ id }: Criterion, transcript: readonly TranscriptLine[]): Judgement {
  const asked = saidBy(transcript, 'user').length
  const answers = saidBy(transcript, 'agent').slice(1)
  const good = answers.filter((text) => !notAnswered.test(text)).length
  if (asked === 0) return { criteria_id: id, result: 'unknown', rationale: 'The person said nothing.' }
  if (/role|fact|invent/.test(id)) {
    return { criteria_id: id, result: 'success', rationale: 'Every answer comes from the prompt or its documents.' }
  }
  const rationale = `${good} of ${asked} requests of the person were answered.`
  return { criteria_id: id, result: good * 2 >= asked ? 'success' : 'failure', rationale }
}

/** Returns the items; strings whose description asks for a next step get what the person said they would do. */
function collect(
  items: Record<string, CollectedItem>,
  transcript: readonly TranscriptLine[],
  today: string,
): Collected[] {
  const steps = commitmentsIn(saidBy(transcript, 'user'), today)
  return Object.entries(items).map(([id, { description, type }]) => {
    const step = type === 'string' && /next step/i.test(description) ? steps.shift() : undefined
    return {
      data_collection_id: id,
      value: step === undefined ? null : step.due === null ? step.title : `${step.title} (${step.due})`,
      json_schema: { type, description },
      rationale: step === undefined ? 'Nothing of the kind was said.' : 'The person said so.',
    }
  })
}

function saidBy(transcript: readonly TranscriptLine[], role: TranscriptLine['role']): string[] {
  return transcript.filter((line) => line.role === role).map(({ message }) => message)
}

function answered(transcript: readonly TranscriptLine[]): TranscriptLine[] {
  return transcript.filter(({ message, role }, place) => role === 'user' || (place > 0 && !notAnswered.test(message)))
}

function firstSentence(text: string): string {
  const [first] = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)
  return (first?.segment ?? text).trim().replace(/[^.!?]$/, '$&.')
}
