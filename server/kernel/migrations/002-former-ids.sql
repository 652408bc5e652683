-- The role for which the previous id was issued; that id keeps its rights for its last minute (D194).
alter table session add column previous_mark text;
