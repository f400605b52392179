-- References between tables that name each other.

alter table organisation add constraint organisation_head_id_fkey foreign key (head_id) references app_user(id);
alter table organisation_parent add constraint organisation_parent_said_by_fkey foreign key (said_by) references app_user(id);
alter table war_zone_customer add constraint war_zone_customer_customer_code_fkey foreign key (customer_code) references customer(code);
alter table year_rate_version add constraint year_rate_version_drafted_by_fkey foreign key (drafted_by) references app_user(id);
alter table year_rate_version add constraint year_rate_version_published_by_fkey foreign key (published_by) references app_user(id);
alter table sku_sales_setting add constraint sku_sales_setting_channel_code_fkey foreign key (channel_code) references customer_channel(code);
alter table sku_sales_setting add constraint sku_sales_setting_customer_code_fkey foreign key (customer_code) references customer(code);
