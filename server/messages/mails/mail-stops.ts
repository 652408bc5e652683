import { mailStopPath } from '#contract/messages/mail-stops.ts'
import { type MailKind, type StoppableMail, stoppableKinds } from '#contract/messages/mail-kinds.ts'
import { hasRows, type Read, type Tx } from '../../database/sql.ts'
import { hashSecret, readSigned, signText } from '../../kernel/secrets.ts'
import type { Services } from '../../kernel/services.ts'

/** Mails of one kind that an address no longer wants, and the signed links with which it says so (D193, RFC 8058). */

const lifetimeMs = 60 * 24 * 60 * 60_000
const purpose = 'mail-stop'

/** Mails of one kind to one address. */
export interface MailStop {
  kind: StoppableMail
  /** In lower case. */
  address: string
}

/** Returns whether its reader can stop mails of a kind. */
export function isStoppable(kind: MailKind): kind is StoppableMail {
  return (stoppableKinds as readonly MailKind[]).includes(kind)
}

/** Returns the address at which mails of a kind can be stopped for 60 days. */
export function stopUrl(services: Pick<Services, 'clock' | 'config' | 'siteUrl'>, { kind, address }: MailStop): string {
  const token = signText(services, purpose, `${kind} ${address}`, lifetimeMs)
  return `${services.siteUrl()}${mailStopPath}?token=${token}`
}

/** Returns what a token stops; null when it is not ours or has expired. */
export function readStopToken(services: Pick<Services, 'clock' | 'config'>, token: string): MailStop | null {
  const [name, address = ''] = readSigned(services, purpose, token)?.split(' ') ?? []
  const kind = stoppableKinds.find((known) => known === name)
  return kind ? { kind, address } : null
}

export function isMailStopped(read: Read, { kind, address }: MailStop): Promise<boolean> {
  return hasRows(read`select from mail_stop where address_hash = ${hashSecret(address)} and kind = ${kind}`)
}

/** Stops mails, or allows them again. */
export async function setMailStopped(tx: Tx, { kind, address }: MailStop, isStopped: boolean, at: Date): Promise<void> {
  const hash = hashSecret(address)
  if (isStopped) {
    await tx`
      insert into mail_stop (address_hash, kind, created_at) values (${hash}, ${kind}, ${at}) on conflict do nothing`
  } else {
    await tx`delete from mail_stop where address_hash = ${hash} and kind = ${kind}`
  }
}
