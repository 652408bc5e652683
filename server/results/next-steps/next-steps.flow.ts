import { formatDay } from '#contract/dates.ts'
import type { Services, ToolAnswer, ToolCall } from '../../conversations/services.ts'
import { installationSecrets } from '../../kernel/secrets.ts'
import { isMailStopped } from '../../messages/mails/mail-stops.ts'
import { stepsDueMail } from '../../messages/mails/results.ts'
import { makeDoneToken } from './done-links.ts'
import { type DueStep, isDueOn, listDueSteps, lockReminderAddress, morningOf } from './due-steps.ts'
import { markReminded, changeStep, countSteps, mostProposals, proposeStep, tidyLine, tidyTitle } from './next-steps.ts'
import { lockMailDay, noteMailed, readStepSettings } from './settings.ts'
import { queueMail } from '../../identity/queue-mail.ts'
import * as z from 'zod/mini'
import { longestNote, mostSteps } from '#contract/results/next-steps.ts'
import { dateIn } from '../../conversations/talk-time.ts'

/**
 * Mails people what is due, on the morning of the day where they are: each step once for its day, and one mail a day for
 * each person.
 */
export async function remindOfSteps(services: Services): Promise<void> {
  const { clock, database, log } = services
  const at = clock.now()
  const byPerson = Map.groupBy(await listDueSteps(database.readLong, at), ({ userId }) => userId)
  for (const steps of byPerson.values()) {
    await remind(services, steps, at).catch((error: unknown) =>
      log.error({ err: error, userId: steps[0]?.userId }, 'a person could not be reminded of next steps'),
    )
  }
}

async function remind(services: Services, steps: readonly DueStep[], at: Date): Promise<void> {
  const [first] = steps
  const today = first && morningOf(first.timeZone, at)
  if (!first || !today) return
  const due = steps.filter((step) => isDueOn(step, today))
  if (due.length === 0) return
  const { config, database } = services
  const site = services.siteUrl()
  const [secret] = installationSecrets(config)
  await database.write(async (tx) => {
    // The list was read earlier, for everybody; what has changed since then counts.
    const email = await lockReminderAddress(tx, first.userId)
    if (!email || !(await lockMailDay(tx, first.userId, today))) return
    if (await isMailStopped(tx, { kind: 'steps_due', address: email })) return
    const marked = new Map((await markReminded(tx, due)).map((step) => [step.id, step]))
    const mailed = due.flatMap(({ id, dueOn, agentName }) => {
      const step = marked.get(id)
      if (!step) return []
      const since = dueOn < today ? formatDay(dueOn) : null
      const doneUrl = `${site}/next-steps/done?token=${makeDoneToken(secret, id, at)}`
      return [{ title: step.title, note: step.note, agentName, since, doneUrl }]
    })
    if (mailed.length === 0) return
    await noteMailed(tx, first.userId, today)
    await queueMail(tx, services, stepsDueMail(email, mailed, site))
  })
}

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
