-- Whether a browser logged in to an account before is asked at each log-in.
create index sessions_terminal on sessions (user_id, terminal_code, created_at);
