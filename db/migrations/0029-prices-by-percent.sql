-- A line of a price review whose price came from a percentage: the percentage, and the price before it was rounded, which the submit computes.
alter table price_review_line add percent numeric(20,2);
alter table price_review_line add exact_price numeric(20,6);
