import * as z from 'zod/mini'
import { longestNote, mostSteps } from '#contract/results/next-steps.ts'
import type { Services, ToolAnswer, ToolCall } from '../../conversations/services.ts'
import { dateIn } from '../../conversations/talk-time.ts'
import { changeStep, countSteps, mostProposals, proposeStep, tidyLine, tidyTitle } from './next-steps.ts'
import { readStepSettings } from './settings.ts'

/** The tool `add_next_step`: what people agree on while they talk. */

/** A model may write anything. Without a title there is no step; what else is unusable is left out. */
const parameters = z.object({ title: z.string(), due: z.optional(z.unknown()), note: z.optional(z.unknown()) })
const day = z.iso.date()

const noted = 'Noted. The person sees it on their screen. Do not read it back.'

/**
 * Notes a step as a proposal (D184), or as the person's own if they have chosen to accept everything that they say.
 * A test of an agent stores nothing.
 */
export async function addNextStep({ clock, database }: Services, call: ToolCall): Promise<ToolAnswer> {
  const { conversation } = call
  const given = parameters.safeParse(call.parameters)
  const title = given.success ? tidyTitle(given.data.title) : ''
  if (!given.success || title === '') return refuse('A step needs a title. Ask the person what they want to do.')
  if (conversation.isTest) return { result: 'Noted. This is a test, so nothing is stored.', isError: false }
  const at = clock.now()
  const { userId, organizationId, agentId, id: sessionId } = conversation
  const dueOn = readDay(given.data.due, dateIn(conversation.timeZone)(at))
  const note = typeof given.data.note === 'string' ? tidyLine(given.data.note, longestNote) : ''
  return database.write(async (tx): Promise<ToolAnswer> => {
    if ((await countSteps(tx, userId)) >= mostSteps) {
      return refuse("The person's list of next steps is full. They can delete steps they no longer need.")
    }
    const proposal = { userId, organizationId, agentId, sessionId, title, dueOn, note, origin: 'tool', at } as const
    const step = await proposeStep(tx, { ...proposal, atSecond: call.atSecond })
    if (!step) return refuse(`Only ${mostProposals} steps can be noted in a conversation. Say so.`)
    if (step.state === 'done' || step.state === 'dismissed') return { result: noted, isError: false }
    const { acceptSpoken } = await readStepSettings(tx, userId)
    const isAccepted = step.state === 'proposed' && acceptSpoken
    if (isAccepted) await changeStep(tx, userId, step.id, { state: 'open' }, at)
    const state = isAccepted ? 'open' : step.state
    const shown = { id: step.id, title: step.title, due_on: step.dueOn, state }
    return { result: noted, isError: false, notice: { type: 'step_noted', step_noted_event: shown } }
  })
}

/** Returns a day that can have been meant: a model that guesses a past one has not heard any. */
function readDay(due: unknown, today: string): string | null {
  const said = day.safeParse(due)
  return said.success && said.data >= today ? said.data : null
}

function refuse(result: string): ToolAnswer {
  return { result, isError: true }
}
