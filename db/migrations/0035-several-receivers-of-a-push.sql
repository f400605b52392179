-- One push may have several receivers, each with a state of its own: the prices of a review are told to its data centre (docs/decisions/135).
alter table document_effect add column receiver text not null default '';
alter table document_effect drop constraint document_effect__once;
alter table document_effect add constraint document_effect__once unique nulls not distinct (document_id, round, line, effect, receiver);
