-- What was done to a document beside its approval, in order (decision 122): by whom, when, with which input as it was read. The place in the
-- order is the sequence of the journal that the act posted. A removed draft keeps its rows, as it keeps those of the audit.
create table document_act (
  document_id bigint not null,
  seq int not null,
  -- Of the document at the time; 0 where it was never submitted.
  round int not null,
  action text not null,
  actor_id int not null,
  at timestamptz not null,
  opinion text,
  -- Null where the act takes none.
  input jsonb,
  constraint document_act__pk primary key (document_id, seq),
  constraint document_act__actor foreign key (actor_id) references app_user(id),
  constraint document_act__seq check (seq > 0)
);

-- What operators did before stood among the acts of the approval. Those rows stay where they are and are no longer shown from there.
insert into document_act (document_id, seq, round, action, actor_id, at, opinion)
select document_id, row_number() over (partition by document_id order by id), round, act, actor_id, at, opinion
from approval_act where act in ('retry', 'close') and actor_id is not null;

create trigger document_act__append_only before delete or update or truncate on document_act for each statement execute function refuse_change();
