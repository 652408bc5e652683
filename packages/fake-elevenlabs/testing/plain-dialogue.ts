/** A conversation's mind without a conversation, for tests. */
import { Dialogue, type DialogueParts } from '../dialogue/dialogue.ts'

/** Returns the mind of an agent that has nothing but its prompt, unless `parts` say otherwise. */
export function plainDialogue(agentName: string, prompt: string, parts: Partial<DialogueParts> = {}): Dialogue {
  return new Dialogue({
    agentName,
    prompt,
    today: '2026-11-26',
    tools: new Set(),
    retrieve: () => [],
    promptDocuments: () => [],
    documents: () => [],
    ...parts,
  })
}
