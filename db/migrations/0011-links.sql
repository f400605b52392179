-- A link that is shared carries an address and nobody's identity; used_by is who opened it first, as himself.
alter table ticket drop constraint ticket__kind;
alter table ticket add column address text;
alter table ticket add column used_by int references app_user;
alter table ticket add constraint ticket__kind check (kind in ('sso', 'chat', 'share'));
alter table ticket add constraint ticket__address check ((kind = 'share') = (address is not null));

-- What a session that came in through a link of its maker has written: one document, and at most one act that counts.
alter table session add column link_document bigint;
alter table session add column link_act text;
