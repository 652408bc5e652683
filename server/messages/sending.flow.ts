import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { JobData } from '../database/queues.ts'
import type { Log } from '../log.ts'
import type { Mailer } from './mails/mail.ts'
import { noteSentMail } from './sent-mails.ts'

interface Sending {
  database: Database
  clock: Clock
  log: Log
}

/** Sends a mail and notes how it fared. Throws when the mail server refuses it, so that its job tries again. */
export async function sendMail(services: Sending, mailer: Mailer, mail: JobData['mail'], id: string): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    await note(services, mail, id, 'failed')
    throw error
  }
  await note(services, mail, id, 'delivered')
}

/** A log that fails must not send a mail twice. */
async function note(
  { database, clock, log }: Sending,
  mail: JobData['mail'],
  id: string,
  outcome: 'delivered' | 'failed',
) {
  try {
    await database.write((tx) => noteSentMail(tx, mail, { id, outcome, at: clock.now() }))
  } catch (error) {
    log.warn({ err: error }, 'a sent mail could not be logged')
  }
}
