-- People of a job title in an organisation, by their number: the box that finds everything asks for the first few of each.
create index person__job_title_place on person (job_title_code, organisation_id, code);
drop index person__job_title;
