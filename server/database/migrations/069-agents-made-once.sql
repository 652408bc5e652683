-- Until when somebody makes an agent at the voice provider; others wait for the answer meanwhile.
alter table agent add column making_until timestamptz;
