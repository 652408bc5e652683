import { formatDay } from '#contract/dates.ts'
import type { Services } from '../../conversations/services.ts'
import { installationSecrets } from '../../kernel/secrets.ts'
import { isMailStopped } from '../../messages/mails/mail-stops.ts'
import { stepsDueMail } from '../../messages/mails/next-steps.ts'
import { makeDoneToken } from './done-links.ts'
import { type DueStep, isDueOn, listDueSteps, lockReminderAddress, morningOf } from './due-steps.ts'
import { markReminded } from './next-steps.ts'
import { lockMailDay, noteMailed } from './settings.ts'
import { queueMail } from '../../identity/queue-mail.ts'

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
