-- The list of receivables shows all items where no filter narrows it, and starts with the open ones. A view that was kept before without
-- the filter showed the open ones, and says so from now on.
update saved_view set content = jsonb_set(content, '{filters,settled}', '"open"')
 where list = 'funds.receivable' and coalesce(content -> 'filters' ->> 'settled', '') = '';
