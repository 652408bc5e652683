-- What must hold for people who have left, as ledger/invariants.sql says it for minutes.

-- An erased person has no name left: nothing that they wrote or that proves who they were is kept (D28).
create or replace view broken_erasure as
select users.id from users
where erased_at is not null and (
  profile_image_url is not null or email <> 'erased-' || id || '@luna.invalid'
  or exists (select from session where user_id = users.id)
  or exists (select from known_device where user_id = users.id)
  or exists (select from password_reset_token where user_id = users.id)
  or exists (select from two_factor where user_id = users.id)
  or exists (select from recovery_code where user_id = users.id)
  or exists (select from account_event where user_id = users.id)
  or exists (select from pending_sign_in where user_id = users.id)
  or exists (select from email_verification where user_id = users.id)
  or exists (select from session_transcript where user_id = users.id)
  or exists (select from transcript_setting where user_id = users.id)
  or exists (select from memory_note where user_id = users.id)
  or exists (select from memory_setting where user_id = users.id)
  or exists (select from analysed_step join voice_session on voice_session.id = session_id where user_id = users.id)
  or exists (select from agent_request where user_id = users.id)
  or exists (select from agent_rating where user_id = users.id)
  or exists (select from saved_time where user_id = users.id)
  or exists (select from user_agent_unlock where user_id = users.id)
  or exists (select from user_communication_state where user_id = users.id)
  or exists (select from user_communication where to_user_id = users.id
    or (from_user_id = users.id and audience in ('admins', 'organization')))
  or exists (select from organization_user where user_id = users.id)
  or exists (select from organization_context where user_id = users.id)
  or exists (select from organization_invitation where accepted_by = users.id)
  or exists (select from data_export where user_id = users.id)
  or exists (select from sent_mail where user_id = users.id)
  or exists (select from customer_note where user_id = users.id)
  or exists (select from auto_purchase join account on account.id = account_id where account.user_id = users.id)
  or exists (select from payment_decline join account on account.id = account_id
    where account.user_id = users.id and card_brand is not null)
  or exists (select from payer join account on account.id = account_id
    where account.user_id = users.id and payment_method_id is not null));
comment on view broken_erasure is 'users: nothing personal is kept of who has left';
