import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import { parseMail, type Unsubscribe } from './mime.ts'
import { openStore } from '@luna/standin-kit/journal.ts'

/** One mail as one person received it. `at` is ISO 8601 on the stand-ins' clock. */
export type Mail = {
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  unsubscribe: Unsubscribe | null
  at: string
}

const MAX_MAILS = 1_000

export type Mailbox = {
  /** Port of the SMTP server on 127.0.0.1. */
  smtpPort: number
  /** Returns mails, newest first; `to` limits them to one address, ignoring case. */
  list(to?: string): Mail[]
  find(id: string): Mail | undefined
  close(): Promise<void>
}

/** Starts an SMTP server that keeps every mail it receives in a file of `directory` and forwards none. */
export async function openMailbox(directory: string, smtpPort: number, nowMs: () => number): Promise<Mailbox> {
  const store = openStore(join(directory, 'mailbox.jsonl'))

  function keep(raw: Buffer, recipients: string[]): void {
    const content = parseMail(raw)
    for (const to of new Set(recipients)) {
      const mail: Mail = { id: randomUUID(), to, ...content, at: new Date(nowMs()).toISOString() }
      store.put('mail', mail.id, mail)
    }
    for (const { id } of store.list<Mail>('mail').slice(0, -MAX_MAILS)) store.remove('mail', id)
    store.flush()
  }

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    logger: false,
    onData(stream, session, done) {
      readAll(stream).then(
        (raw) => {
          keep(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          )
          done()
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
  // A client that disconnects in the middle of a mail must not affect the others.
  smtp.on('error', () => undefined)
  smtp.listen(smtpPort, '127.0.0.1')
  await once(smtp.server, 'listening')

  return {
    smtpPort: (smtp.server.address() as AddressInfo).port,
    list: (to) =>
      store
        .list<Mail>('mail')
        .filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase())
        .toReversed(),
    find: (id) => store.get<Mail>('mail', id),
    async close() {
      await new Promise<void>((resolve) => smtp.close(resolve))
      store.close()
    },
  }
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
