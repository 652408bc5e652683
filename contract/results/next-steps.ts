import * as z from 'zod/mini'
import { calendarDay } from '../calendar-day.ts'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { isoTime } from '../identity/people.ts'
import { timeZone } from '../identity/time-zone.ts'
import { requiredLine } from '../required-text.ts'

/** What people mean to do after a conversation. Only they see it; nobody in their organization does (D184). */

export const longestTitle = 120
export const longestNote = 1000
/** Steps that one person can have at a time, whatever their state. */
export const mostSteps = 500

/**
 * A proposal comes from a conversation and goes with its words. An open step is the person's own. A dismissed one is not
 * listed unless a call asks for it.
 */
const stepStates = ['proposed', 'open', 'done', 'dismissed'] as const
export type StepState = (typeof stepStates)[number]

const dueDay = calendarDay('Please choose a day')
const dueOn = field(z.optional(z.nullable(dueDay)), { label: 'Due (optional)', kind: 'day' })
const title = field(requiredLine('A title', longestTitle), { label: 'Next step' })
const note = field(
  z.string().check(z.trim(), z.maxLength(longestNote, { error: `Please use at most ${longestNote} characters` })),
  { label: 'Note (optional)', kind: 'area', rows: 3 },
)

export const nextStep = z.object({
  id: z.string(),
  title: z.string(),
  /** A calendar day such as `2026-11-27`; null when none was said or chosen. */
  dueOn: z.nullable(z.string()),
  note: z.string(),
  state: z.enum(stepStates),
  /** The conversation that it came from; null for steps that the person wrote down. */
  sessionId: z.nullable(z.string()),
  agentId: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  /** The second of the conversation in which it was said. */
  atSecond: z.nullable(z.number()),
  createdAt: isoTime,
  doneAt: z.nullable(isoTime),
})
export type NextStep = z.output<typeof nextStep>

const next_step_not_found = [404, 'This step does not exist.'] as const
const too_many_steps = [409, `You have ${mostSteps} steps. Please delete some that you no longer need.`] as const

export const nextSteps = call('GET /api/user/next-steps', {
  who: 'person',
  summary:
    'Returns the person’s next steps: proposals of conversations whose words still exist, then open steps by day, then those that are done (D184).',
  query: z.object({
    state: z.optional(z.enum(stepStates)),
    agentId: z.optional(z.uuid()),
    sessionId: z.optional(z.uuid()),
  }),
  answer: z.array(nextStep),
})

export const addNextStep = call('POST /api/user/next-steps', {
  who: 'person',
  failed: ['Error', 'Failed to add the step. Please try again.'],
  summary: 'Adds an open step that the person writes down.',
  body: z.object({ title, dueOn, note: z.optional(note) }),
  answer: nextStep,
  status: 201,
  errors: { too_many_steps },
})

export const changeNextStep = call('PATCH /api/user/next-steps/:id', {
  who: 'person',
  failed: ['Error', 'Failed to save the step. Please try again.'],
  summary: 'Changes a step. `open` accepts a proposal or reopens a step; `done` and `dismissed` finish it (D184).',
  body: z.object({
    title: z.optional(title),
    dueOn,
    note: z.optional(note),
    state: z.optional(z.enum(['open', 'done', 'dismissed'], { error: 'Please choose open, done or dismissed' })),
  }),
  answer: nextStep,
  errors: { next_step_not_found },
})

export const deleteNextStep = call('DELETE /api/user/next-steps/:id', {
  who: 'person',
  failed: ['Error', 'Failed to delete the step. Please try again.'],
  summary: 'Deletes a step for good.',
  errors: { next_step_not_found },
})

const settings = z.object({
  /** Whether a mail comes on the morning of the day on which a step is due. */
  mailReminders: z.boolean(),
  /** Whether what the person says in a conversation becomes an open step at once, without being proposed first. */
  acceptSpoken: z.boolean(),
})

const settingsAnswer = z.extend(settings, {
  /** Whether a calendar address works. The address itself is shown only once. */
  hasCalendar: z.boolean(),
})
export type NextStepSettings = z.output<typeof settingsAnswer>

export const nextStepSettings = call('GET /api/user/next-step-settings', {
  who: 'person',
  summary: 'Returns how the person is reminded of next steps.',
  answer: settingsAnswer,
})

export const changeNextStepSettings = call('PATCH /api/user/next-step-settings', {
  who: 'person',
  failed: ['Error', 'Failed to save your reminders. Please try again.'],
  summary: 'Changes how the person is reminded; `timeZone` is where their mornings begin.',
  body: z.object({
    mailReminders: z.optional(settings.shape.mailReminders),
    acceptSpoken: z.optional(settings.shape.acceptSpoken),
    timeZone: z.optional(timeZone),
  }),
  answer: settingsAnswer,
})

export const makeStepCalendar = call('POST /api/user/next-step-calendar', {
  who: 'person',
  holdsSecret: true,
  failed: ['Error', 'Failed to change your calendar address. Please try again.'],
  summary:
    'Makes a secret calendar address (iCalendar) of the person’s open steps with a day. An earlier address stops working.',
  answer: z.object({ url: z.string() }),
  status: 201,
})

export const removeStepCalendar = call('DELETE /api/user/next-step-calendar', {
  who: 'person',
  failed: ['Error', 'Failed to change your calendar address. Please try again.'],
  summary: 'Makes the calendar address stop working.',
})

const invalid_token = [400, 'This link is invalid or has expired.'] as const

export const mailedStep = call('GET /api/next-steps/mailed', {
  who: 'anyone',
  summary: 'Returns the step of a reminder mail and whether it is done; it changes nothing (D201).',
  query: z.object({ token: z.string().check(z.maxLength(200)) }),
  answer: z.object({ title: z.string(), isDone: z.boolean() }),
  errors: { invalid_token },
})

export const finishMailedStep = call('POST /api/next-steps/mailed', {
  who: 'anyone',
  failed: ['Error', 'Failed to save the step. Please try again.'],
  summary: 'Marks a step as done, or open again, with the token of a reminder mail, which can do nothing else.',
  body: z.object({ token: z.string().check(z.maxLength(200)), isDone: z.boolean() }),
  answer: z.object({ title: z.string(), isDone: z.boolean() }),
  errors: { invalid_token },
})

/** Returns the path of a calendar, which is no call because calendar programs read it. */
export function calendarPath(secret: string): string {
  return `/api/calendars/${secret}.ics`
}
