/** Whether rows are removed when their person is erased, and the table of an export that shows what is in them. */
type Fate = ['removed' | 'stays', exportedAs: string | null]

/** Money, its figures, and what a person did for others: the table of an export, and the columns that it shows. */
const stays = {
  card_declines: 'payment_decline.account_id',
  conversations: `hold.account_id voice_session.account_id voice_session.resume_of voice_session.user_id`,
  debts: 'debt.account_id debt.user_id',
  documents_added: 'agent_document.created_by',
  minutes: 'account.user_id entry.account_id entry.user_id lot.account_id',
  payment_attempts: 'checkout.account_id checkout.user_id',
  payment_settings: 'payer.account_id',
  payments: `credit_purchase.account_id credit_purchase.user_id dispute.account_id listed_payment.account_id
    money_back.account_id money_back.user_id subscription_payment.account_id subscription_payment.user_id`,
  referrals: 'referral.referred_user_id referral.referrer_id users.referred_by',
  subscription: 'subscription.account_id',
  subscription_changes: 'subscription_event.account_id',
}

const staysUnexported = `admin_act.admin_id agent.created_by agent.updated_by agent_version.saved_by
  bulk_invitation.invited_by contact_message.answered_by customer_note.author_id debt.closed_by figure_price.account_id
  finding.account_id organization.created_by organization_agent.assigned_by organization_invitation.invited_by
  organization_user.invited_by platform_setting.updated_by private_agent_access.granted_by pwa_setting.granted_by
  money_back.requested_by refund_request.account_id refund_request.decided_by refund_request.requested_by
  seat_change.account_id seat_change.user_id saved_answer.updated_by subscription_event.by_user_id
  unknown_customer_refund.requested_by`

const removed = {
  agent_request_history: 'agent_request_change.changed_by',
  agent_requests: 'agent_request.user_id',
  invitations: 'organization_invitation.accepted_by',
  known_browsers: 'known_device.user_id',
  mails: 'sent_mail.user_id',
  memory_notes: 'memory_note.session_id memory_note.user_id',
  memory_settings: 'memory_setting.user_id',
  messages: `inbox_thread.person_id user_communication.from_user_id user_communication.to_user_id
    user_communication_state.user_id`,
  next_step_settings: 'next_step_setting.user_id',
  next_steps: 'next_step.session_id next_step.user_id',
  organizations: 'organization_user.user_id',
  payment_settings: 'auto_purchase.account_id',
  ratings: 'agent_rating.user_id',
  recaps: 'conversation_recap.session_id',
  recovery_codes: 'recovery_code.user_id',
  saved_time: 'saved_time.session_id saved_time.user_id',
  sign_in_changes: 'account_event.user_id',
  sign_ins: 'session.user_id',
  sources_of_answers: 'answer_source.session_id',
  transcript_settings: 'transcript_setting.user_id',
  transcripts: 'session_transcript.session_id session_transcript.user_id',
  two_factor: 'two_factor.user_id',
  unlocked_agents: 'user_agent_unlock.user_id',
}

// The export shows no notes of colleagues: decision 0043.
const removedUnexported = `analysed_step.session_id customer_note.user_id data_export.user_id email_verification.user_id
  inbox_thread.assignee_id organization_context.user_id password_reset_token.user_id pending_sign_in.user_id`

const columnsOf = (fate: Fate[0], places: string, exportedAs: string | null = null) =>
  places.split(/\s+/).map((place): [string, Fate] => [place, [fate, exportedAs]])

/** Columns that refer to a person, their account or conversation; erasure.test.ts finds one that is missing. */
export const fates: Record<string, Fate> = Object.fromEntries([
  ...Object.entries(stays).flatMap(([table, places]) => columnsOf('stays', places, table)),
  ...columnsOf('stays', staysUnexported),
  ...Object.entries(removed).flatMap(([table, places]) => columnsOf('removed', places, table)),
  ...columnsOf('removed', removedUnexported),
])
