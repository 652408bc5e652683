import { createPayments } from './billing/stripe/stripe.ts'
import type { Reachable } from './config.ts'
import { tryDatabase } from './database/connection.ts'
import { createMailer } from './messages/mails/mail.ts'
import { makeFirstCalls } from './status/watch.flow.ts'
import { createVoiceProvider } from './voice-provider/elevenlabs/elevenlabs.ts'

const limitMs = 5000

/**
 * Makes the first call to PostgreSQL and to each real service, all at once and for 5 s at most, but for those whose
 * variable is malformed. Returns why some of them do not work: each line begins with the variable.
 */
export async function callFirst(
  { databaseUrl, databaseReadUrl, stripe, voice, mail }: Reachable,
  isMalformed: (variable: string) => boolean,
): Promise<{ database: string[]; services: string[] }> {
  const mailer = mail.mode === 'smtp' && !isMalformed('SMTP_URL') ? createMailer(mail) : null
  const payments = stripe.mode === 'stripe' && !isMalformed('STRIPE_SECRET_KEY') ? createPayments(stripe) : null
  const provider = voice.mode === 'elevenlabs' && !isMalformed('ELEVENLABS_API_KEY') ? createVoiceProvider(voice) : null
  const replica = databaseReadUrl !== null && !isMalformed('DATABASE_READ_URL') ? databaseReadUrl : null
  const checks = [
    ...(replica ? [within('DATABASE_READ_URL', () => tryDatabase(replica, limitMs, 'DATABASE_READ_URL'))] : []),
    ...(payments ? [within('STRIPE_SECRET_KEY', () => payments.check())] : []),
    ...(provider ? [within('ELEVENLABS_API_KEY', () => provider.check())] : []),
    ...(mailer ? [within('SMTP_URL', () => mailer.check())] : []),
  ]
  const [database, services] = await Promise.all([
    makeFirstCalls(databaseUrl ? [within('DATABASE_URL', () => tryDatabase(databaseUrl, limitMs))] : []),
    makeFirstCalls(checks),
  ])
  mailer?.close()
  return { database, services }
}

/** Ends the wait for a call after the limit; the call itself has limits of its own. */
function within(variable: string, call: () => Promise<void>): () => Promise<void> {
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${variable}: no answer within 5 seconds.`)), limitMs)
    })
    try {
      await Promise.race([call(), late])
    } finally {
      clearTimeout(timer)
    }
  }
}
