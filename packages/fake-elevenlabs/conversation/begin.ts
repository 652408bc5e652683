/** What a conversation is made of, and what exists only once it has begun. */
import { Dialogue } from '../dialogue/dialogue.ts'
import type { KnowledgeBase } from '../knowledge/knowledge-base.ts'
import { retrieve, retrievalSettings } from '../knowledge/retrieval.ts'
import type { Agent } from '../rest/agents.ts'
import type { Speech } from '../speech/speech.ts'
import { lateAnswerMs, type VoiceFault } from '../voice-fault.ts'
import type { Places } from './admission.ts'
import { AgentSpeech } from './agent-speech.ts'
import { Answering } from './answering.ts'
import type { ConversationLog } from './conversation-log.ts'
import type { ConversationSettings, SettingsAccount } from './conversation-settings.ts'
import type { Line } from './line.ts'
import type { Recognise } from '../hearing/recogniser.ts'
import { ToolCalls } from './tool-calls.ts'

export interface ConversationParts {
  agent: Agent
  line: Line
  log: ConversationLog
  places: Places
  speech: Speech
  recognise: Recognise
  account: SettingsAccount
  knowledge: KnowledgeBase
  /** The stand-in's time in ms. */
  now(): number
  fault(): VoiceFault | null
}

export interface Begun {
  settings: ConversationSettings
  dialogue: Dialogue
  answering: Answering
  agentSpeech: AgentSpeech
  toolCalls: ToolCalls
}

interface Ends {
  hasEnded(): boolean
  onFailure(error: unknown): void
}

/** Begins a conversation with these settings. */
export function begin(parts: ConversationParts, settings: ConversationSettings, ends: Ends): Begun {
  const { agent, fault, knowledge, line, log, now, speech } = parts
  const mine = () => knowledge.of(agent, settings.knowledge)
  const dialogue = new Dialogue({
    agentName: agent.name,
    prompt: settings.prompt,
    today: new Date(now()).toISOString().slice(0, 10),
    tools: new Set(settings.tools.keys()),
    retrieve: (question) => retrieve(question, mine().searched, retrievalSettings(agent)),
    promptDocuments: () => mine().inPrompt,
    documents: () => [...mine().searched, ...mine().inPrompt],
  })
  const agentSpeech = new AgentSpeech(line, log, speech, settings)
  const toolCalls = new ToolCalls(line)
  const delayMs = (): number => (fault() === 'delay' ? lateAnswerMs : 0)
  const answering = new Answering({ dialogue, agentSpeech, toolCalls, settings, model: mine().model, delayMs, ...ends })
  return { settings, dialogue, answering, agentSpeech, toolCalls }
}
