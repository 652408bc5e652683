-- What figures count of a conversation is what was charged for it; one that was not charged counts nowhere (D189). It
-- stays null while the conversation runs, as before.
alter table voice_session alter column counted_ms set expression as (nullif(charged_ms, 0));
