import nodemailer from 'nodemailer'
import type { Config } from '../../config.ts'
import type { JobData } from '../../database/queues.ts'
import { callOutside } from '../../outside.ts'

const timeoutMs = 10_000

export interface Mailer {
  /** Hands a mail to the mail server; throws if the server refuses it, so that the job tries again. */
  send(mail: JobData['mail']): Promise<void>
  /** Signs in at the mail server without sending anything. Rejects when that does not work. */
  check(): Promise<void>
  close(): void
}

export function createMailer(config: Config['mail']): Mailer {
  const transport = nodemailer.createTransport({
    url: config.url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(config.mode === 'standin' ? { ignoreTLS: true } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const server = { service: 'mail', host: new URL(config.url).hostname, path: '' } as const
  return {
    send: async ({ to, subject, text, html }) => {
      await callOutside({ ...server, method: 'send' }, async () =>
        transport.sendMail({ from: config.from, to: { name: '', address: to }, subject, text, html }),
      )
    },
    check: async () => {
      await callOutside({ ...server, method: 'sign in' }, async () => transport.verify())
    },
    close: () => transport.close(),
  }
}
