-- The search by number asks each type of document for those that somebody takes part in, the newest first.
create index approval_task__part on approval_task (user_id, document_type, document_id);
drop index approval_task__person;
