-- For the home page. What of a person's own approvals ended last, and which of theirs run; and how many documents of a type and state they raised.
create index approval_instance__own_ended on approval_instance (drafter_id, state, ended_at desc, document_id desc, round desc) where ended_at is not null;
create index approval_instance__own_running on approval_instance (drafter_id, started_at) where state = 'running';
create index document__of_state on document (drafter_id, document_type, state);
drop index document__mine;
-- A person's own pictures that were rejected.
create index store_image__rejected on store_image (uploader_id, taken_at desc) where result = 'rejected';
