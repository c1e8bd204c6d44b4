-- What a ranking counts is read from indexes alone: accepted checks by author, less those of the few claims that are public no more.
create index check_counted on registry_check (author_id, claim_id) include (result, challenge_upheld) where state = 'accepted';
create index claim_gone on claim (id) where withdrawn_at is not null or hidden_at is not null;

-- The desk's order (6.1): it reads as many claims as it shows, and not all to find the least checked.
create index claim_by_need on claim (accepted_checks, ordinal) where withdrawn_at is null and hidden_at is null;
