-- From which cost and booking rate the margin of a special price was computed, where the cost is in another currency (docs/decisions/133).
alter table scheme_special_price_line add column cost_origin text;
