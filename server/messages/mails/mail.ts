import nodemailer from 'nodemailer'
import type { Config } from '../../config.ts'
import type { JobData } from '../../database/queues.ts'
import { callOutside, ServiceProblem } from '../../outside.ts'

const timeoutMs = 10_000

export interface Mailer {
  /** Hands a mail to the mail server; throws if the server refuses it, so that the job tries again. */
  send(mail: JobData['mail']): Promise<void>
  /** Signs in at the mail server without sending anything. Rejects with a ServiceProblem when that does not work. */
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
    send: async ({ to, subject, text, html, stopUrl }) => {
      const headers = stopUrl === undefined ? {} : stopHeaders(stopUrl)
      await callOutside({ ...server, method: 'send' }, async () =>
        transport.sendMail({ from: config.from, to: { name: '', address: to }, subject, text, html, headers }),
      )
    },
    check: async () => {
      await callOutside({ ...server, method: 'sign in' }, async () => transport.verify()).catch((error: unknown) => {
        throw new ServiceProblem(`SMTP_URL: ${describeFault(error)}`, { cause: error })
      })
    },
    close: () => transport.close(),
  }
}

/** Gives mail programs a button of their own, which posts to the address without showing a page (RFC 8058). */
function stopHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function describeFault(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === 'EAUTH') return 'the mail server refuses this user or password.'
  return `the mail server cannot be reached (${message || code}). Check host and port, and smtp: or smtps:.`
}
