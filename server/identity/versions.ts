import type { Read } from '../database/sql.ts'
import type { RequestSession } from '../kernel/session.ts'

/** A stored session under one of the wanted ids. */
type FoundSession = Omit<RequestSession, 'organizationId'> & { organizationId: number | null; hasChosen: boolean }

/**
 * Returns the sessions with these hashed ids, each with the version of its person: the versions that PostgreSQL itself
 * gives to the rows behind `findPerson`, `listContexts` and `findOwnPage` (`xmin`, the transaction that wrote a row), and
 * the values behind them where there may be many rows (docs/decisions/0061). After a fail-over another server counts the
 * transactions, so its start is part of it.
 */
export async function findSessions(read: Read, sids: readonly string[], at: Date): Promise<RequestSession[]> {
  const found = await read<FoundSession>`
    select open_session.sid, open_session.row_id, open_session.user_id, open_session.organization_id,
      open_session.has_chosen, open_session.role_mark, open_session.is_former, open_session.is_proven_lately,
      open_session.is_touch_due,
      row(users.xmin, account.xmin, subscription.xmin, payer.xmin, auto_purchase.xmin, two_factor.xmin, context.xmin,
        talk.xmin, messages.n, (select n from message_version where reader = 'everyone'),
        (select xmin from platform_setting where setting_key = 'adminTwoFactorRequired'),
        (select extract(epoch from pg_postmaster_start_time())),
        (select sum(amount_cents) from debt where debt.account_id = account.id and debt.status = 'open'),
        (select string_agg(row(member.organization_id, member.xmin, organization.xmin, pool.xmin, messages.n,
            (select sum(whole_seconds(used_ms)) from voice_session as talk
              where talk.account_id = pool.id and talk.status = 'active' and not talk.is_test),
            (select sum(amount_cents) from debt where debt.account_id = pool.id and debt.status = 'open'),
            (select talked_ms from member_month(member.organization_id, member.user_id, (select ${at}::timestamptz))
              where member.monthly_limit_minutes is not null))::text, '' order by member.organization_id)
          from organization_user as member
          join organization on organization.id = member.organization_id
          join account as pool on pool.organization_id = member.organization_id
          left join message_version as messages on messages.reader = 'organization:' || member.organization_id
          where member.user_id = open_session.user_id and member.is_active))::text as version
    -- As a value of a select of its own, the list is planned once and not for each list.
    from unnest((select ${sids}::text[])) as asked (sid)
    join open_session on open_session.sid = asked.sid
    left join users on users.id = open_session.user_id
    left join account on account.user_id = users.id
    left join subscription on subscription.account_id = account.id
    left join payer on payer.account_id = account.id
    left join auto_purchase on auto_purchase.account_id = account.id
    left join two_factor on two_factor.user_id = users.id
    left join organization_context as context on context.user_id = users.id
    left join voice_session as talk on talk.user_id = users.id and talk.status = 'active'
    left join message_version as messages on messages.reader = users.id::text`
  return found.map(({ hasChosen, ...session }) => ({
    ...session,
    organizationId: hasChosen ? session.organizationId : undefined,
  }))
}
