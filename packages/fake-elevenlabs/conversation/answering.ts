/** From words to the agent's answer: what it says next, with the tools that it calls before. */
import type { Dialogue, Turn } from '../dialogue/dialogue.ts'
import type { AnswerNotes } from '../records/transcript.ts'
import { readingNotes, toolNotes } from '../records/transcript.ts'
import type { EmbeddingModel } from '../knowledge/rag-index.ts'
import type { AgentSpeech } from './agent-speech.ts'
import type { ConversationSettings } from './conversation-settings.ts'
import type { ToolCalls } from './tool-calls.ts'

export interface AnsweringParts {
  dialogue: Dialogue
  agentSpeech: AgentSpeech
  toolCalls: ToolCalls
  settings: ConversationSettings
  model: EmbeddingModel
  /** How long each answer waits, in ms, as a fault. */
  delayMs(): number
  hasEnded(): boolean
  /** Takes the error of an answer that could not be spoken. */
  onFailure(error: unknown): void
}

export class Answering {
  private readonly parts: AnsweringParts
  private turns = 0

  constructor(parts: AnsweringParts) {
    this.parts = parts
  }

  /** Says the agent's first words. */
  greet(text: string): void {
    this.parts.dialogue.noteSaid(text)
    this.say(text, false, {})
  }

  /** Answers words that were typed or recognized; null for speech that was not understood. */
  async answer(words: string | null): Promise<void> {
    const { dialogue } = this.parts
    const turn = words === null ? dialogue.hearNothing() : dialogue.hear(words)
    this.turns += 1
    const mine = this.turns
    const { notes, text } = await this.afterTool(turn)
    // A newer turn of the person has its own answer.
    if (mine === this.turns) this.say(text, turn.endsCall, notes)
  }

  private async afterTool(turn: Turn): Promise<{ text: string; notes: AnswerNotes }> {
    const { model, settings, toolCalls } = this.parts
    const reading = turn.reading && readingNotes(turn.reading, model, settings.attributesSources)
    const tool = turn.call ? settings.tools.get(turn.call.name) : undefined
    if (!turn.call || !tool) return { text: turn.text, notes: { ...reading } }
    const { failed, parameters } = turn.call
    const result = await toolCalls.call(tool, parameters)
    return { text: result.isError ? failed : turn.text, notes: toolNotes(tool.name, parameters, result) }
  }

  private say(text: string, endsCall: boolean, notes: AnswerNotes): void {
    const delayMs = this.parts.delayMs()
    if (delayMs > 0) setTimeout(() => this.sayNow(text, endsCall, notes), delayMs)
    else this.sayNow(text, endsCall, notes)
  }

  private sayNow(text: string, endsCall: boolean, notes: AnswerNotes): void {
    const { agentSpeech, hasEnded, onFailure, settings } = this.parts
    if (!hasEnded()) agentSpeech.say(text, endsCall && settings.canHangUp, notes).catch(onFailure)
  }
}
