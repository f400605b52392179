-- The inbox: what its filters and orders read, as columns of the instance, and an index for the order of each box.

alter table approval_instance
  add column document_no text generated always as (summary ->> 'no') stored,
  add column amount numeric(20, 2) generated always as ((summary ->> 'amount')::numeric(20, 2)) stored,
  add column currency text generated always as (summary ->> 'currency') stored;

-- All instances, the latest first; of one type; by the beginning of the number.
create index approval_instance__started on approval_instance (started_at desc, document_id desc);
create index approval_instance__type on approval_instance (document_type, started_at desc, document_id desc);
create index approval_instance__no on approval_instance (document_no text_pattern_ops);

drop index approval_task__done;
create index approval_task__done on approval_task (user_id, ended_at desc, id desc) where state = 'done';
-- Tasks whose holder asked somebody first.
create index approval_task__waiting on approval_task (user_id, id) where state = 'waiting';
create index approval_copy__unread on approval_copy (user_id) where read_at is null;
