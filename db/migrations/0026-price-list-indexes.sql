-- The list of prices in the order in which they were entered, of all organisations or of some, also as of a past day.
drop index price_row__known;
create index price_row__known on price_row (scope_id, known_from, id);
create index price_row__entered on price_row (known_from, id);
create index price_row__revoked on price_row (scope_id, id) where ended_by = 'revoke';
-- Prices that have not begun are few.
create index price_row__begins on price_row (valid_from) where known_until is null;
create index price_row__number on price_row (source_no collate "C") where source_no is not null;
-- Of currencies and trade terms that few areas have.
create index price_key__currency on price_key (currency, trade_term_code);
create index price_key__area on price_key (area_id);

-- When a person last opened a page on a day before that of their last visit: what changed since is new to them.
alter table page_visit add column earlier_at timestamptz;
-- People are told of what is announced to their company, such as new prices.
alter table notification drop constraint notification__kind;
alter table notification add constraint notification__kind check (kind in ('task', 'approved', 'partiallyApproved', 'reduced', 'rejected', 'returned', 'withdrawn', 'terminated', 'copied', 'urged', 'commented', 'answered', 'reminded', 'escalated', 'handedOver', 'failToOccupy', 'failToRelease', 'checkDifference', 'used', 'prepared', 'accountChanged', 'sessionsEnded', 'viewedAs', 'accessAsked', 'reachChanged', 'publishAsked', 'announced'));

-- Of a product in an area. The index of the whole key skips over its middle where a customer or a classification is compared by `is not distinct from`,
-- which PostgreSQL takes for dearer than reading all keys of a currency, once for each line of a review.
create index price_key__sku on price_key (sku_code, area_id);
