/** What the provider finds in a conversation once it is over: a summary, judgements, and what it was to collect. */
import { readRequest } from '../dialogue/requests.ts'
import { commitmentsIn } from '../dialogue/said-steps.ts'
import { frames } from '../dialogue/speech-from-text.ts'
import type { Agent, CollectedItem, Criterion } from '../rest/agents.ts'
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

const longestTitle = 80
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
const notAnswered =
  /^(?:I do not know that|I have no answer|I heard you, but I did not understand|I have nothing to add|Hello! I am )/
/** A turn of which nothing was understood, or mere courtesy. */
const withoutWords =
  /^(?:\(speech, [\d.]+ s\)|\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|how are you)\W*|[^?]{0,30}\b(?:thanks|thank you|thx)\b[^?]{0,20})$/i

/** Returns the analysis of a transcript by the agent's criteria of now. `today` is the day of the talk, `YYYY-MM-DD`. */
export function analyse(transcript: readonly TranscriptLine[], agent: Agent, today: string): Analysis {
  const { data_collection: items = {}, evaluation } = agent.platform_settings
  const judgements = (evaluation?.criteria ?? []).map((criterion) => judge(criterion, transcript))
  const collected = collect(items, transcript, today)
  const results = judgements.map(({ result }) => result)
  return {
    call_successful: results.includes('failure') ? 'failure' : results.includes('success') ? 'success' : 'unknown',
    transcript_summary: summaryOf(transcript, agent.name, today),
    call_summary_title: titleOf(transcript, today),
    evaluation_criteria_results: Object.fromEntries(judgements.map((item) => [item.criteria_id, item])),
    data_collection_results: Object.fromEntries(collected.map((item) => [item.data_collection_id, item])),
    evaluation_criteria_results_list: judgements,
    data_collection_results_list: collected,
  }
}

/**
 * Returns what the person asked, what the agent answered, and what the person will do, each in a sentence to them.
 * Without words it returns nothing.
 */
function summaryOf(transcript: readonly TranscriptLine[], agentName: string, today: string): string {
  const questions = listQuestions(transcript, today)
  const main = mainOf(questions, transcript)
  const asked = main === undefined ? undefined : oneSentence(transcript[main]?.message ?? '')
  const answer = main === undefined ? null : answerTo(transcript, main)
  const count = questions.length > 1 ? `${questions.length} things, such as ` : ''
  const steps = commitmentsIn(saidBy(transcript, 'user'), today).map(({ due, title }) => {
    return due === null ? title : `${title} by ${dayFormat.format(new Date(due))}`
  })
  return [
    asked === undefined ? '' : `You ${asked.endsWith('?') ? 'asked' : 'told'} ${agentName} ${count}“${closed(asked)}”`,
    asked === undefined ? '' : answer ? `${agentName} said: ${answer}` : `${agentName} had no answer.`,
    steps.length === 0 ? '' : `Your next ${steps.length === 1 ? 'step' : 'steps'}: ${steps.join('; ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Requests that have a subject of their own; others only lead the conversation. */
const subjects = new Set<string | undefined>([undefined, 'recall', 'identity', 'open steps'])

/** Returns the places of what the person asked or told, without greetings and what they only want to do. */
function listQuestions(transcript: readonly TranscriptLine[], today: string): number[] {
  return transcript.flatMap(({ message, role }, place) => {
    if (role !== 'user' || withoutWords.test(message)) return []
    const isAbout = subjects.has(readRequest(message, today)?.kind) && commitmentsIn([message], today).length === 0
    return isAbout ? [place] : []
  })
}

/** Returns the place of the first question that was answered, or else of the first one. */
function mainOf(questions: readonly number[], transcript: readonly TranscriptLine[]): number | undefined {
  return questions.find((place) => answerTo(transcript, place) !== null) ?? questions[0]
}

/** Returns the first sentence of an answer, without what leads to it; null when there was none. */
function answerTo(transcript: readonly TranscriptLine[], place: number): string | null {
  const next = transcript.slice(place + 1).find(({ message }) => message !== '')
  if (next?.role !== 'agent' || notAnswered.test(next.message)) return null
  const frame = frames.find((one) => next.message.startsWith(one)) ?? ''
  return firstSentence(next.message.slice(frame.length))
}

/** Returns the main question, or else what the person wants to do. */
function titleOf(transcript: readonly TranscriptLine[], today: string): string | null {
  const main = mainOf(listQuestions(transcript, today), transcript)
  const asked = main === undefined ? undefined : transcript[main]?.message
  const title = asked ?? commitmentsIn(saidBy(transcript, 'user'), today)[0]?.title
  if (title === undefined) return null
  const line = title.trim().replace(/[.!]+$/, '')
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle).replace(/\s+\S*$/, '')}…`
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

function firstSentence(text: string): string {
  return closed(oneSentence(text))
}

/** Returns a sentence with a mark at its end, also inside a quote: a summary is cut by sentences. */
function closed(sentence: string): string {
  return sentence.replace(/[^.!?]$/, '$&.')
}

function oneSentence(text: string): string {
  const [first] = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)
  return (first?.segment ?? text).trim()
}
