import { hasRows, firstValue, type Read, type Tx } from '../../database/sql.ts'

/** Who pays for an account at the payment provider, and the card saved for charges without the person. */

export interface SavedCard {
  paymentMethodId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  fingerprint: string | null
}

/** A card as the provider reports it. */
interface GivenCard extends SavedCard {
  /** When the person gave it. */
  givenAt: Date
}

export interface Payer {
  accountId: string
  /** The person, or the organization's leading admin. */
  userId: string | null
  stripeCustomerId: string | null
  card: SavedCard | null
}

interface PayerRow {
  accountId: string
  userId: string | null
  stripeCustomerId: string | null
  paymentMethodId: string | null
  cardBrand: string
  cardLast4: string
  cardExpMonth: number
  cardExpYear: number
  cardFingerprint: string | null
}

/** Returns an account's payer. Throws for an account that does not exist. */
export async function findPayer(read: Read, accountId: string): Promise<Payer> {
  const [row] = await read<PayerRow>`
    select contact.account_id, contact.user_id, payer.stripe_customer_id, payer.payment_method_id,
      payer.card_brand, payer.card_last4, payer.card_exp_month, payer.card_exp_year, payer.card_fingerprint
    from account_contact as contact left join payer on payer.account_id = contact.account_id
    where contact.account_id = ${accountId}`
  if (!row) throw new Error(`No account ${accountId}`)
  return {
    accountId: row.accountId,
    userId: row.userId,
    stripeCustomerId: row.stripeCustomerId,
    card: row.paymentMethodId
      ? {
          paymentMethodId: row.paymentMethodId,
          brand: row.cardBrand,
          last4: row.cardLast4,
          expMonth: row.cardExpMonth,
          expYear: row.cardExpYear,
          fingerprint: row.cardFingerprint,
        }
      : null,
  }
}

/** Returns the account whose customer this is at the provider; null when it is not ours. */
export function findAccountOfCustomer(read: Read, customerId: string): Promise<string | null> {
  return firstValue(read<{ accountId: string }>`
    select account_id from payer where stripe_customer_id = ${customerId}`)
}

/** Stores the customer at the payment provider. The first one stays and is returned. */
export async function setStripeCustomer(tx: Tx, accountId: string, customerId: string, at: Date): Promise<string> {
  // Names no index: of two inserts at once, the second may also meet the first one's customer.
  await tx`
    insert into payer (account_id, stripe_customer_id, updated_at) values (${accountId}, ${customerId}, ${at})
    on conflict do nothing`
  const [row] = await tx<{ stripeCustomerId: string | null }>`
    update payer set stripe_customer_id = coalesce(stripe_customer_id, ${customerId}), updated_at = ${at}
    where account_id = ${accountId} returning stripe_customer_id`
  return row?.stripeCustomerId ?? customerId
}

/**
 * Saves the card of a payment for charges without the person. With `replace` it takes the place of another card, unless
 * that one was given later.
 */
export async function storeCard(tx: Tx, accountId: string, card: GivenCard, replace: boolean, at: Date): Promise<void> {
  await tx`
    insert into payer (account_id, payment_method_id, card_brand, card_last4, card_exp_month, card_exp_year,
      card_fingerprint, card_given_at, updated_at)
    values (${accountId}, ${card.paymentMethodId}, ${card.brand}, ${card.last4}, ${card.expMonth}, ${card.expYear},
      ${card.fingerprint}, ${card.givenAt}, ${at})
    on conflict (account_id) do update set payment_method_id = excluded.payment_method_id,
      card_brand = excluded.card_brand, card_last4 = excluded.card_last4, card_exp_month = excluded.card_exp_month,
      card_exp_year = excluded.card_exp_year, card_fingerprint = excluded.card_fingerprint,
      card_given_at = excluded.card_given_at, updated_at = ${at}
    where payer.payment_method_id is null
      or (${replace} and coalesce(payer.card_given_at <= excluded.card_given_at, true))`
}

/**
 * Saves a card read from the provider in place of `seen`, the card saved before the read, which may be the same.
 * Returns false and changes nothing when another card was saved meanwhile, because the provider's answer may be older,
 * or when the saved card was given later.
 */
export function replaceCard(
  tx: Tx,
  { accountId, seen, card }: { accountId: string; seen: string | null; card: GivenCard },
  at: Date,
): Promise<boolean> {
  return hasRows(tx`
    update payer set payment_method_id = ${card.paymentMethodId}, card_brand = ${card.brand}, card_last4 = ${card.last4},
      card_exp_month = ${card.expMonth}, card_exp_year = ${card.expYear}, card_fingerprint = ${card.fingerprint},
      card_given_at = ${card.givenAt}, updated_at = ${at}
    where account_id = ${accountId} and payment_method_id is not distinct from ${seen}
      and coalesce(card_given_at <= ${card.givenAt}, true) returning 1`)
}

/** Removes a card that the provider no longer keeps. */
export async function deleteCard(tx: Tx, paymentMethodId: string, at: Date): Promise<void> {
  await tx`
    update payer set payment_method_id = null, card_brand = null, card_last4 = null, card_exp_month = null,
      card_exp_year = null, card_fingerprint = null, card_given_at = null, updated_at = ${at}
    where payment_method_id = ${paymentMethodId}`
}

/** Removes the card saved for an account. */
export async function eraseCard(tx: Tx, accountId: string, at: Date): Promise<void> {
  await tx`
    update payer set payment_method_id = null, card_brand = null, card_last4 = null, card_exp_month = null,
      card_exp_year = null, card_fingerprint = null, card_given_at = null, updated_at = ${at}
    where account_id = ${accountId}`
}
