import type { FastifyInstance } from 'fastify'
import { writeCalendar } from '#contract/results/calendar.ts'
import * as nextSteps from '#contract/results/next-steps.ts'
import type { Services } from '../../conversations/services.ts'
import type { Read } from '../../database/sql.ts'
import { noteTimeZone } from '../../identity/users.ts'
import { refusals } from '../../kernel/problem.ts'
import { hashSecret, installationSecrets, makeSecret } from '../../kernel/secrets.ts'
import { routes } from '../../kernel/serve.ts'
import { isMailStopped, type MailStop, setMailStopped } from '../../messages/mails/mail-stops.ts'
import { readDoneToken } from './done-links.ts'
import {
  addStep,
  changeStep,
  countSteps,
  deleteStep,
  findMailedStep,
  finishStep,
  listSteps,
  requireStep,
  countOrganizationSteps,
} from './next-steps.ts'
import { changeStepSettings, findCalendarOwner, readStepSettings, setCalendar, type StepSettings } from './settings.ts'
import * as stepCounts from '#contract/results/step-counts.ts'

/** People's own next steps, how they are reminded, and what a reminder mail and a calendar program may do. */
const nextStepCalls = routes<typeof nextSteps, Services>(nextSteps, {
  nextSteps: ({ readLong, person, query, at }) => listSteps(readLong, person.id, query, at),

  addNextStep: ({ person, body, at, write, fail }) =>
    write(async (tx) => {
      if ((await countSteps(tx, person.id)) >= nextSteps.mostSteps) throw fail('too_many_steps')
      const { title, dueOn = null, note = '' } = body
      return requireStep(tx, person.id, await addStep(tx, person.id, { title, dueOn, note }, at), at)
    }),

  changeNextStep: ({ person, params, body, at, write }) =>
    write(async (tx) => {
      await requireStep(tx, person.id, params.id, at)
      await changeStep(tx, person.id, params.id, body, at)
      return requireStep(tx, person.id, params.id, at)
    }),

  deleteNextStep: ({ person, params, write }) => write((tx) => deleteStep(tx, person.id, params.id)),
  nextStepSettings: async ({ read, person }) => withStop(read, person, await readStepSettings(read, person.id)),

  changeNextStepSettings: ({ person, body, at, write }) =>
    write(async (tx) => {
      if (body.timeZone !== undefined) await noteTimeZone(tx, person.id, body.timeZone)
      if (body.mailReminders) await setMailStopped(tx, remindersTo(person), false, at)
      return withStop(tx, person, await changeStepSettings(tx, person.id, body))
    }),

  makeStepCalendar: async ({ services, person, write }) => {
    const secret = makeSecret()
    await write((tx) => setCalendar(tx, person.id, hashSecret(secret)))
    return { url: `${services.siteUrl()}${nextSteps.calendarPath(secret)}` }
  },

  removeStepCalendar: ({ person, write }) => write((tx) => setCalendar(tx, person.id, null)),

  mailedStep: async ({ services, read, query, at, fail }) => {
    const id = readDoneToken(installationSecrets(services.config), query.token, at)
    const step = id && (await findMailedStep(read, id))
    if (!step) throw fail('invalid_token')
    return step
  },

  finishMailedStep: async ({ services, body, at, write, fail }) => {
    const id = readDoneToken(installationSecrets(services.config), body.token, at)
    const title = id && (await write((tx) => finishStep(tx, id, body.isDone, at)))
    if (!title) throw fail('invalid_token')
    return { title, isDone: body.isDone }
  },
})

export function nextStepRoutes(app: FastifyInstance, services: Services): void {
  nextStepCalls(app, services)
  serveCalendars(app, services)
}

function remindersTo({ email }: { email: string }): MailStop {
  return { kind: 'steps_due', address: email }
}

/** Reminders that a mail's own link has stopped count as turned off, and turning them on allows them again. */
async function withStop(read: Read, person: { email: string }, settings: StepSettings): Promise<StepSettings> {
  const isStopped = await isMailStopped(read, remindersTo(person))
  return { ...settings, mailReminders: settings.mailReminders && !isStopped }
}

const filePattern = /^([\w-]{43})\.ics$/

/** Serves calendars to programs, which bring no cookie: the address is the secret. */
function serveCalendars(app: FastifyInstance, { clock, database: { read, readLong } }: Services): void {
  app.get<{ Params: { file: string } }>('/api/calendars/:file', async ({ params }, reply) => {
    const [, secret] = filePattern.exec(params.file) ?? []
    const owner = secret === undefined ? null : await findCalendarOwner(read, hashSecret(secret))
    if (owner === null) throw refusals.notFound()
    const at = clock.now()
    const open = await listSteps(readLong, owner, { state: 'open' }, at)
    const due = open.flatMap(({ dueOn, ...step }) => (dueOn === null ? [] : [{ ...step, dueOn }]))
    return reply.type('text/calendar; charset=utf-8').send(writeCalendar(due, at))
  })
}

export const stepCountRoutes = routes<typeof stepCounts, Services>(stepCounts, {
  organizationStepCounts: async ({ readLong, member, query: { month } }) => ({
    month,
    counted: await countOrganizationSteps(readLong, member.organizationId, month),
  }),
})
