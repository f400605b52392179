-- A picture is written anew before it is kept: `sha256` is of what is kept, `source_sha256` of what was handed in. By the
-- second the same file is noticed when its uploader brings it again.
alter table attachment add column source_sha256 text;
update attachment set source_sha256 = sha256;
alter table attachment drop constraint attachment__whole,
  add constraint attachment__whole check ((size is null) = (sha256 is null) and (size is null) = (source_sha256 is null));
create index attachment__same on attachment (uploader_id, source_sha256) where source_sha256 is not null;
