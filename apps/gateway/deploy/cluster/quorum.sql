-- Once the primary has its data: from its next start on, which follows, a commit waits for one of
-- the standbys. While the data is made there is none yet.
alter system set synchronous_standby_names = 'ANY 1 (s1, s2)';
