-- A link to an earlier round shows that round as it was submitted. Its lines are kept by round already; its header
-- was the document's own, which the next draft or submit writes over. Rounds from before this have none.
alter table approval_instance add column header jsonb;
