-- The list of devices is narrowed to the days on which they were sold out, as it is to those of their activation.
create index device__sold_out on device (sold_out_at, id) where sold_out_at is not null;
