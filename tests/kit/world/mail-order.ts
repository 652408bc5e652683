import type pg from 'pg'

/** Records the mails that a server submits, in order; they may arrive in another, and leave the queue. */
export async function recordMailOrder(owner: pg.Pool): Promise<void> {
  await owner.query(`
    create schema test_kit;
    create table test_kit.submitted_mail (
      id bigserial primary key, recipient text not null, subject text not null, text text not null);
    create function test_kit.record_mail() returns trigger security definer language plpgsql as $$
    begin
      insert into test_kit.submitted_mail (recipient, subject, text)
        values (new.data->>'to', new.data->>'subject', new.data->>'text');
      return null;
    end $$;
    create trigger record_mail after insert on pgboss.job for each row when (new.name = 'mail')
      execute function test_kit.record_mail()`)
}
