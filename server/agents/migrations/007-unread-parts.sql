-- The parts of a file or page that were not read, in words for people; null once the text was corrected (D199).

alter table agent_document add column unread text;
