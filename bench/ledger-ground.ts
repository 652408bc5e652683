import type pg from 'pg'

const people = 20_000
export const gatewayId = 1

export interface Payer {
  userId: string
  accountId: string
}

/** The data for the ledger's bench: as many accounts as the reference has rows, all with plenty of minutes. */
export interface Ground {
  payers: Payer[]
  agentId: string
  /** Rows of the reference's table. */
  rows: number
}

/** Fills an empty Luna as its database's owner, and creates the reference's tables as pgbench does. */
export async function prepareGround(owner: pg.Client): Promise<Ground> {
  await owner.query(`
    create table bench_account (id integer primary key, balance bigint not null, filler char(84)) with (fillfactor = 50);
    create table bench_history (account_id integer, delta integer, at timestamptz, filler char(22));
    insert into bench_account select id, 0, '' from generate_series(1, ${people}) as id;
    grant select, insert, update on bench_account, bench_history to luna_app`)
  const { rows: payers } = await owner.query<Payer>(`
    with person as (
      insert into users (email, first_name, last_name, referral_code, terms_version, terms_accepted_at, created_at,
        updated_at)
      select 'bench' || n || '@luna.test', 'Bench', 'Person', 'B' || n, '1', now(), now(), now()
      from generate_series(1, ${people}) as n returning id
    )
    insert into account (user_id, created_at) select id, now() from person returning user_id as "userId", id as "accountId"`)
  await owner.query(
    `select ledger_grant(id, 'purchased', 'purchase', 'bench', 1000000000000, 0, null, null, null, null, now())
    from account`,
  )
  const { rows: agents } = await owner.query<{ id: string }>('select id from agent limit 1')
  return { payers, agentId: agents[0]?.id ?? '', rows: people }
}
