-- Words of observations are searched as those of claims are.
create index observation_text on observation using gin (to_tsvector('english', title || ' ' || body));
