-- Every price is of whom its key is.
select r.id, r.party, k.party from price_row r join price_key k on k.id = r.key_id where r.party is distinct from k.party limit 10;
